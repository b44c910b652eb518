"""What house rules for Ticket to Ride Europe import beside the api of the family: stations and what they lend."""

from railbook_europe.layer import Station, StationOptions, Stations, stations_of
from railbook_europe.lending import LendRoutes, RoutesLent
from railbook_europe.rules import EUROPE
from railbook_europe.stations import BuildStation, StationBuilt, station_cost, stations_left

__all__ = [
    "EUROPE",
    "BuildStation",
    "LendRoutes",
    "RoutesLent",
    "Station",
    "StationBuilt",
    "StationOptions",
    "Stations",
    "station_cost",
    "stations_left",
    "stations_of",
]
