"""Klaverjas, the Rotterdam system of the Dutch klaverjas union (`klaverjas-nku`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="klaverjas-rotterdam-nku",
    auction_kind="named",
    first_speaker="dealer",
    direction="cw",
    shuffle="each_deal_full",
    cut_min=3,
    packets=((3, 2, 3), (4, 4)),
    partner_exempts="none",
    belote="none",
    melds="none",
    trick_melds="roem-all-100",
    tie_rule="failed",
    sweep_points=100,
    swept_attack_pays=162,
    rounding="none",
    end_deals=16,
    end_level="draw",
)
