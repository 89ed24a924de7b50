import { a as meldName, c as wordsOf, i as kindName, l as sv_default, n as cardName, o as theCard, r as isolated, s as trumpName, t as capital, u as en_default } from "./assets/words-Cl00GZi3.js";
import { n as fr_default, t as nl_default } from "./assets/nl-BnGu9lAY.js";
import { a as sideOf } from "./assets/cards-C5qcOYjA.js";
import assert from "node:assert/strict";
import { test } from "node:test";
// src/i18n/speech.ts
var watches = (at) => at.seat < 0;
/** Who sits there, in the listener's words. */
function nameOf(at, seat) {
	if (seat === at.seat) return at.words("seat.you");
	return isolated(at.players[seat]?.name ?? "") || at.words("seat.guest", { number: seat + 1 });
}
/** The whole sentence; empty when there is nothing to say. */
function sentence(event, at) {
	const { words } = at;
	const by = (key, seat, values = {}) => words(seat === at.seat ? `${key}.you` : key, {
		name: nameOf(at, seat),
		...values
	});
	switch (event.event) {
		case "match_began": {
			const cards = event.drawn.map((card, seat) => `${nameOf(at, seat)} ${cardName(words, card)}`).join(", ");
			return cards ? words("event.match_began.drawn", { cards }) : words("event.match_began");
		}
		case "pack_sealed": return words("event.pack_sealed", { seal: event.commitment.slice(0, 16) });
		case "pack_made": {
			const count = event.nonces.filter(Boolean).length;
			return words(count > 1 ? "event.pack_made" : count ? "event.pack_made.one" : "event.pack_made.nobody", { count });
		}
		case "seal_opened": return words("event.seal_opened", { number: event.number });
		case "deal_began": return by("event.deal_began", event.dealer, { number: event.number });
		case "pack_cut": return by("event.pack_cut", event.seat);
		case "cards_dealt": return words("event.cards_dealt", { card: cardName(words, event.turned) });
		case "passed": return by("event.passed", event.seat);
		case "took": return by("event.took", event.seat, { suit: trumpName(words, event.trump) });
		case "deal_died": return words("event.deal_died");
		case "announced": return event.kinds.length ? by("event.announced", event.seat, { kinds: event.kinds.map((kind) => kindName(words, kind)).join(", ") }) : "";
		case "card_played": {
			const played = by("event.card_played", event.seat, { card: theCard(words, event.card) });
			return event.said ? `${played} ${words(`said.${event.said}`)}` : played;
		}
		case "disclosed": return by(`event.disclosed.${event.answer}`, event.seat, { rank: event.rank ? words(`rank.${event.rank}`) : "" });
		case "contest_settled": return contest(event, at);
		case "demanded": return by("event.demanded", event.seat, { other: nameOf(at, event.of) });
		case "melds_lost": return by("event.melds_lost", event.seat);
		case "challenged": return by("event.challenged", event.seat, { other: nameOf(at, event.accused) });
		case "false_play_found": {
			const rule = words.coded(`refusal.${event.code}`, event.code);
			return by("event.false_play_found", event.seat, {
				card: theCard(words, event.card),
				trick: event.trick,
				rule
			});
		}
		case "false_accusation": return by("event.false_accusation", event.seat);
		case "deal_misdealt": return by("event.deal_misdealt", event.seat);
		case "melds_shown": return by("event.melds_shown", event.seat, { melds: event.melds.map((meld) => meldName(words, meld)).join(", ") });
		case "trick_won": return by("event.trick_won", event.seat, { points: event.points });
		case "deal_ended": return apart(at) ? words("event.deal_ended.three", { scores: event.marks.map((mark, side) => `${sideName(at, side)} ${mark}`).join(", ") }) : words("event.deal_ended", ours(event.marks, at));
		case "seat_taken": return by(event.bot ? "event.seat_taken.bot" : "event.seat_taken", event.bot ? -2 : event.seat, { name: event.name || nameOf(at, event.seat) });
		case "seat_left": return words("event.seat_left", { name: event.name || nameOf({
			...at,
			seat: -1
		}, event.seat) });
		case "seats_swapped": return words("event.seats_swapped", {
			name: nameOf(at, event.seats[0]),
			other: nameOf(at, event.seats[1])
		});
		case "stood_in": return by(`event.stood_in.${event.why}`, event.seat);
		case "came_back": return by("event.came_back", event.seat);
		case "terms_changed": return words("event.terms_changed");
		case "match_called_off": return words("event.match_called_off", { deals: event.deals });
		case "boom_ended":
		case "match_ended": return won(event, at);
	}
}
var alone = (at) => at.players.length === 3;
/** No side is "we": each plays alone, or one only watches. */
var apart = (at) => alone(at) || watches(at);
/** Who a side is to one who watches, or where each plays alone. */
function sideName(at, side) {
	return alone(at) ? nameOf(at, side) : `${nameOf(at, side)} + ${nameOf(at, side + 2)}`;
}
function contest(event, at) {
	const reason = at.words(`contest.by.${event.by}`);
	if (apart(at) && event.side !== null && event.side !== at.seat) return at.words("event.contest_settled.one", {
		reason,
		name: sideName(at, event.side)
	});
	return at.words(`event.contest_settled.${whose(event.side, at)}`, { reason });
}
function won(event, at) {
	const values = {
		number: event.event === "boom_ended" ? event.number : 0,
		name: sideName(at, event.winner),
		...ours(event.scores, at)
	};
	if (apart(at)) return at.words(`event.${event.event}.one`, values);
	return at.words(`event.${event.event}.${whose(event.winner, at) === "us" ? "us" : "them"}`, values);
}
var mySide = (at) => sideOf(at.from, at.players.length);
function whose(side, at) {
	return side === null ? "nobody" : side === mySide(at) ? "us" : "them";
}
function ours(pair, at) {
	const us = mySide(at);
	return {
		us: pair[us] ?? 0,
		them: pair[1 - us] ?? 0
	};
}
/** What is cried at the table, for the bubble. */
function cry(event, words) {
	switch (event.event) {
		case "passed": return words("call.pass");
		case "melds_lost": return words("said.lost");
		case "took": return event.round === 1 ? words("call.take") : words("call.suit", { suit: capital(trumpName(words, event.trump)) });
		case "announced": return event.kinds.map((kind) => capital(kindName(words, kind))).join(", ");
		case "card_played": return event.said ? words(`said.${event.said}`) : "";
		case "melds_shown": return event.melds.map((meld) => capital(kindName(words, meld.kind))).join(", ");
		case "disclosed": return words(`said.${event.answer}`, { rank: event.rank ? words(`rank.${event.rank}`) : "" });
		case "demanded": return words("said.demand");
		case "challenged": return words("said.challenge");
		default: return "";
	}
}
// tests/i18n/words.test.ts
var catalogues = {
	fr: fr_default,
	nl: nl_default,
	sv: sv_default,
	en: en_default
};
var holes = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
var players = [
	"Max",
	"Anna",
	"Lucien",
	"Odette"
].map((name, seat) => ({
	seat,
	name,
	bot: seat > 0,
	connected: true,
	ready: false,
	level: "",
	person: null,
	stand_in: false,
	rating: null,
	host: false,
	asks_to_pause: false
}));
var kind = {
	kind: "run",
	length: 3,
	points: 20
};
var square = {
	kind: "square",
	length: 4,
	points: 200
};
var events = [
	{
		event: "match_began",
		drawn: []
	},
	{
		event: "match_began",
		drawn: [
			"AS",
			"KD",
			"7H",
			"TC"
		]
	},
	{
		event: "pack_sealed",
		commitment: "abcdef0123456789",
		commitments: [],
		match: 1,
		number: 1,
		riffles: null,
		joined: false
	},
	{
		event: "pack_made",
		nonces: [
			"00",
			"",
			"11",
			""
		]
	},
	{
		event: "pack_made",
		nonces: [
			"00",
			"",
			"",
			""
		]
	},
	{
		event: "pack_made",
		nonces: [
			"",
			"",
			"",
			""
		]
	},
	{
		event: "seal_opened",
		number: 3,
		secret: "00ff",
		nonces: []
	},
	{
		event: "disclosed",
		seat: 1,
		answer: "top",
		rank: "K"
	},
	{
		event: "disclosed",
		seat: 2,
		answer: "higher",
		rank: ""
	},
	{
		event: "demanded",
		seat: 0,
		of: 1
	},
	{
		event: "melds_lost",
		seat: 1
	},
	{
		event: "challenged",
		seat: 0,
		accused: 1
	},
	{
		event: "false_play_found",
		seat: 1,
		card: "QS",
		trick: 2,
		code: "must-follow"
	},
	{
		event: "false_accusation",
		seat: 1
	},
	{
		event: "deal_misdealt",
		seat: 1
	},
	{
		event: "boom_ended",
		number: 1,
		winner: 1,
		scores: [90, 104]
	},
	{
		event: "deal_began",
		number: 3,
		dealer: 1,
		shuffled: false
	},
	{
		event: "pack_cut",
		seat: 0,
		depth: 9
	},
	{
		event: "cards_dealt",
		seat: 1,
		packets: [3, 2],
		turned: "JH"
	},
	{
		event: "passed",
		seat: 2,
		round: 1
	},
	{
		event: "took",
		seat: 3,
		round: 2,
		trump: "D"
	},
	{
		event: "deal_died",
		number: 3
	},
	{
		event: "announced",
		seat: 1,
		kinds: [kind, square]
	},
	{
		event: "card_played",
		seat: 1,
		card: "KD",
		said: "belote"
	},
	{
		event: "contest_settled",
		side: 1,
		by: "kind"
	},
	{
		event: "contest_settled",
		side: null,
		by: "nobody"
	},
	{
		event: "melds_shown",
		seat: 1,
		melds: [{
			kind,
			top: "JH",
			cards: [
				"JH",
				"TH",
				"9H"
			]
		}, {
			kind: square,
			top: "JS",
			cards: [
				"JS",
				"JH",
				"JD",
				"JC"
			]
		}]
	},
	{
		event: "trick_won",
		number: 1,
		seat: 1,
		leader: 0,
		cards: [
			"7H",
			"8H",
			"9H",
			"TH"
		],
		points: 10
	},
	{
		event: "deal_ended",
		number: 3,
		marks: [90, 70]
	},
	{
		event: "seat_taken",
		seat: 1,
		name: "Anna",
		bot: false
	},
	{
		event: "seat_taken",
		seat: 2,
		name: "Lucien",
		bot: true
	},
	{
		event: "seat_left",
		seat: 1,
		name: "Anna"
	},
	{
		event: "seats_swapped",
		seats: [0, 1]
	},
	{
		event: "stood_in",
		seat: 1,
		why: "clock"
	},
	{
		event: "stood_in",
		seat: 1,
		why: "gone"
	},
	{
		event: "came_back",
		seat: 1
	},
	{ event: "terms_changed" },
	{
		event: "match_ended",
		winner: 0,
		scores: [1010, 700]
	}
];
for (const [language, catalogue] of Object.entries(catalogues)) {
	const words = wordsOf(catalogue);
	test(`${language}: the keys and holes of English, no sentence empty`, () => {
		assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(en_default).sort());
		for (const [key, text] of Object.entries(catalogue)) {
			assert.deepEqual(holes(text), holes(en_default[key]), key);
			assert.ok(text.trim(), key);
		}
	});
	test(`${language}: every event is said, for the one who did it and for the others, without a hole left`, () => {
		for (const seat of [
			0,
			1,
			2,
			3,
			-1
		]) for (const event of events) {
			const said = sentence(event, {
				words,
				seat,
				from: Math.max(0, seat),
				players
			});
			assert.ok(said.length > 3 && !/[{}]|undefined/.test(said), `${event.event}: ${said}`);
		}
	});
}
test("the jack of hearts has its name in each language", () => {
	const names = Object.values(catalogues).map((catalogue) => cardName(wordsOf(catalogue), "JH"));
	assert.deepEqual(names, [
		"valet de cœur",
		"harten zot",
		"hjärter knekt",
		"jack of hearts"
	]);
});
test("whose side wins is told from where one sits", () => {
	const ended = events.at(-1);
	const heard = [
		0,
		1,
		-1
	].map((seat) => sentence(ended, {
		words: wordsOf(en_default),
		seat,
		from: Math.max(0, seat),
		players
	}));
	assert.deepEqual(heard, [
		"Your side wins the match, 1010 to 700.",
		"The opponents win the match, 1010 to 700.",
		"Max + Lucien wins the match."
	]);
});
test("what is cried is short: a call, a kind, belote", () => {
	const cried = events.map((event) => cry(event, wordsOf(en_default))).filter(Boolean);
	assert.deepEqual(cried, [
		"Up to the king",
		"Higher",
		"Show it!",
		"Too late",
		"False play!",
		"Pass",
		"Diamonds!",
		"Tierce (20), Four of a kind (200)",
		"Belote!",
		"Tierce (20), Four of a kind (200)"
	]);
});
test("a code without a sentence falls back on what the server said", () => {
	assert.equal(wordsOf(en_default).coded("refusal.unheard-of", "No."), "No.");
});
test("a name that is read from right to left does not turn the sentence around it", () => {
	assert.equal(isolated("Zoë"), "Zoë");
	assert.equal(isolated("محمد"), "⁨محمد⁩");
	assert.match(wordsOf(en_default)("ui.watching.seat", { name: "שרה" }), /\u2068שרה\u2069/);
});
export {};
