"""What house rules for Age of Steam import: the base layer, actions, events, queries and the state they meet.

An event of a house rule changes track with `lay` (a tile, or none, also where a New City comes) and `give` (owners):
they tell the network and the counts that are kept from ply to ply.
"""

from railbook_age_of_steam.auction import (
    TURN_ORDER,
    Bid,
    DropOut,
    StayIn,
    dropped_out,
    highest,
    price_of_place,
)
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.building import Build, EndBuilding
from railbook_age_of_steam.choosing import ACTIONS, ChooseAction, actions_on_offer
from railbook_age_of_steam.events import (
    ActionChosen,
    ActionsReturned,
    BidMade,
    BidStands,
    BoxFilled,
    BuildTurnBegun,
    BuildTurnEnded,
    CityFilled,
    CityGrew,
    CubeProduced,
    CubesHeld,
    CubesReturned,
    DiceRolled,
    DroppedOut,
    ExpensesPaid,
    GoodsMoved,
    IncomeCollected,
    IncomeReduced,
    LocomotiveRaised,
    MovePassed,
    OrderSet,
    OwnersChanged,
    PhaseBegun,
    PlayerEliminated,
    SharesIssued,
    StayedIn,
    TableLaid,
    TileBuilt,
    Urbanized,
)
from railbook_age_of_steam.growth import PlaceCube, ReturnCubes, growth_dice
from railbook_age_of_steam.layer import Limits, Rules, Start, board_of, in_game, with_action
from railbook_age_of_steam.money import expenses_of, income_lost, is_bankrupt, reduction_of
from railbook_age_of_steam.moving import MoveGoods, PassMove, UpgradeLocomotive, takes
from railbook_age_of_steam.network import give, lay
from railbook_age_of_steam.rules import AGE_OF_STEAM
from railbook_age_of_steam.shares import IssueShares, share_limit
from railbook_age_of_steam.state import Line, Player
from railbook_age_of_steam.urbanizing import Urbanize

__all__ = [
    "ACTIONS",
    "AGE_OF_STEAM",
    "TURN_ORDER",
    "ActionChosen",
    "ActionsReturned",
    "Bid",
    "BidMade",
    "BidStands",
    "Board",
    "BoxFilled",
    "Build",
    "BuildTurnBegun",
    "BuildTurnEnded",
    "ChooseAction",
    "CityFilled",
    "CityGrew",
    "CubeProduced",
    "CubesHeld",
    "CubesReturned",
    "DiceRolled",
    "DropOut",
    "DroppedOut",
    "EndBuilding",
    "ExpensesPaid",
    "GoodsMoved",
    "IncomeCollected",
    "IncomeReduced",
    "IssueShares",
    "Limits",
    "Line",
    "LocomotiveRaised",
    "MoveGoods",
    "MovePassed",
    "OrderSet",
    "OwnersChanged",
    "PassMove",
    "PhaseBegun",
    "PlaceCube",
    "Player",
    "PlayerEliminated",
    "ReturnCubes",
    "Rules",
    "SharesIssued",
    "Start",
    "StayIn",
    "StayedIn",
    "TableLaid",
    "TileBuilt",
    "UpgradeLocomotive",
    "Urbanize",
    "Urbanized",
    "actions_on_offer",
    "board_of",
    "dropped_out",
    "expenses_of",
    "give",
    "growth_dice",
    "highest",
    "in_game",
    "income_lost",
    "is_bankrupt",
    "lay",
    "price_of_place",
    "reduction_of",
    "share_limit",
    "takes",
    "with_action",
]
