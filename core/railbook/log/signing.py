"""Signs seals with Ed25519 and checks such signatures, with the optional extra `railbook[sign]`."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from railbook.log.seal import Seal, SealFault

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def sign(seal: Seal, pem: bytes) -> bytes:
    """Give the signature of a seal by a private key in PEM form; raises `SealFault`."""
    return _private(pem).sign(seal.signed_bytes())


def fits(seal: Seal, signature: bytes, pem: bytes) -> bool:
    """Tell whether the owner of a public key, in PEM form, signed this seal; raises `SealFault`."""
    key = _public(pem)
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(signature, seal.signed_bytes())
    except InvalidSignature:
        return False
    return True


def _private(pem: bytes) -> Ed25519PrivateKey:
    serialization = _library()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    try:
        key = serialization.load_pem_private_key(pem, password=None)
    except TypeError:
        raise SealFault("the private key is encrypted: `openssl pkey -in KEY` writes it without its password") from None
    except (ValueError, UnsupportedAlgorithm):
        raise SealFault("no private key in PEM form: `openssl genpkey -algorithm ed25519` makes one") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise SealFault("the private key is not one of Ed25519")
    return key


def _public(pem: bytes) -> Ed25519PublicKey:
    serialization = _library()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = serialization.load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm):
        raise SealFault("no public key in PEM form: `openssl pkey -in KEY -pubout` writes it") from None
    if not isinstance(key, Ed25519PublicKey):
        raise SealFault("the public key is not one of Ed25519")
    return key


def _library() -> ModuleType:
    """Give what reads keys, where the extra is installed."""
    try:
        from cryptography.hazmat.primitives import serialization
    except ImportError:
        raise SealFault("signatures need an extra: pip install 'railbook[sign]'") from None
    return serialization
