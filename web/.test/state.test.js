import assert from "node:assert/strict";
import { test } from "node:test";
// src/table/state.ts
var START$1 = {
	scene: null,
	players: [],
	company: null,
	clock: null,
	talk: [],
	closing: null,
	version: null,
	newest: null,
	steps: [],
	due: 0,
	sayings: [],
	awaited: null,
	shuffling: false,
	log: [],
	line: "joining",
	catching: true,
	gap: false,
	wish: null,
	acked: null,
	notice: null,
	hint: null,
	helping: null,
	lost: null,
	turnedAway: null
};
var LATER = /* @__PURE__ */ new Set([
	"too-many-sockets",
	"network-full",
	"too-many"
]);
var FATAL = /* @__PURE__ */ new Set([
	"no-such-table",
	"table-unreadable",
	"not-invited",
	"kept-apart",
	"no-watching",
	"shown-out",
	"banned",
	"who-are-you",
	"other-protocol"
]);
/** The pace at a given speed (1 is normal, 2 twice as fast) and hold of the finished trick in ms. */
function paceOf(speed, hold) {
	return {
		none: 0,
		land: 350 / speed,
		card: 600 / speed,
		call: 900 / speed,
		talk: 1200 / speed,
		hold,
		sweep: 450 / speed,
		saying: 2600
	};
}
function receive(state, message, now, pace) {
	switch (message.type) {
		case "update": return tick(informed(updated(state, message), message, now), now, pace);
		case "ack": return state.wish?.id === message.id ? settled({
			...state,
			acked: message.version
		}) : state;
		case "refused": return refused(state, message);
		case "hinted": return {
			...state,
			helping: null,
			hint: message.version === state.version ? message.thought : state.hint
		};
		case "said": return heardSaying(state, message, now, pace);
		case "notice": return {
			...state,
			closing: message.code === "maintenance" ? now + 1e3 * (message.seconds ?? 0) : state.closing
		};
		default: return state;
	}
}
/** What is true whatever is being shown: who is here, on what terms, whose time runs. */
function informed(state, update, now) {
	const { you, host, watching, onlookers, terms, rules, code, matched, rated, clock } = update;
	const awaited = awaitsPack(state.awaited !== null, update) ? state.awaited ?? now : null;
	return {
		...state,
		turnedAway: null,
		awaited,
		shuffling: state.shuffling && awaited !== null,
		company: {
			you,
			host,
			watching,
			onlookers,
			terms,
			rules,
			code,
			matched,
			rated
		},
		clock: clock && timed(state.clock, clock, now)
	};
}
var PACK_CAME = /* @__PURE__ */ new Set([
	"pack_made",
	"deal_began",
	"match_called_off"
]);
/** Whether a pack is awaited after an update. Whoever looks over a shoulder is told of its deal later. */
function awaitsPack(before, { since, pack, events, you, view }) {
	if (you === null && view !== null && view.seat >= 0) return false;
	if (pack || since === null) return Boolean(pack?.sealed?.commitments.length) && pack?.nonces === null;
	return events.reduce((awaits, event) => event.event === "pack_sealed" ? event.commitments.length > 0 : awaits && !PACK_CAME.has(event.event), before);
}
function timed(before, clock, now) {
	const left = clock.left ?? 0;
	const same = before !== null && before.seat === clock.seat && left <= before.full;
	return {
		...clock,
		heard: now,
		full: same && clock.left !== null ? before.full : left
	};
}
/** Seconds that are left on the clock; null where none runs. */
var left = (clock, now) => clock.left === null || clock.paused ? null : Math.max(0, clock.left - (now - clock.heard) / 1e3);
function heardSaying(state, said, now, pace) {
	const one = {
		...said,
		number: (state.talk.at(-1)?.number ?? 0) + 1,
		until: now + pace.saying * (said.text ? 2.5 : 1.5)
	};
	return {
		...state,
		talk: [...state.talk, one].slice(-50)
	};
}
function updated(state, update) {
	const known = state.version;
	const heard = settled({
		...state,
		hint: update.version === known ? state.hint : null,
		line: "up",
		gap: false,
		players: update.players,
		version: update.version,
		newest: update.view
	});
	if (state.catching || update.since === null || known === null || state.scene === null || update.view === null || moved(state, update)) return takenOver(state, heard, update);
	if (update.version <= known) return update.version < known ? state : refreshed(heard, update);
	if (update.since > known) return {
		...state,
		line: "up",
		gap: true,
		catching: true
	};
	if (update.since < known) return takenOver(state, heard, update);
	const after = sceneOf(update);
	const before = lastScene(state) ?? after;
	return before && after ? {
		...heard,
		steps: [...state.steps, ...steps(before, after, update.events)]
	} : heard;
}
/** The table is seen from elsewhere now: somebody sat down, or got up. */
var moved = (state, update) => state.newest?.seat !== update.view?.seat;
/** The view as it is, at once; what happened meanwhile is told, not played. */
function takenOver(before, heard, update) {
	if (update.version === before.version && before.scene !== null && !moved(before, update)) return refreshed({
		...heard,
		catching: false
	}, update);
	const events = [...before.steps.flatMap((step) => step.events), ...update.events];
	return logged({
		...heard,
		catching: false,
		steps: [],
		due: 0,
		sayings: [],
		scene: sceneOf(update)
	}, events);
}
/** The same version again: only who is here may have changed. */
function refreshed(state, update) {
	if (state.steps.length || !state.scene || !update.view) return state;
	return {
		...state,
		scene: {
			...state.scene,
			view: update.view,
			players: update.players
		}
	};
}
function refused(state, message) {
	if (message.id === null && FATAL.has(message.code)) return {
		...state,
		lost: message.code
	};
	if (state.line !== "up" && LATER.has(message.code)) return {
		...state,
		turnedAway: message.code
	};
	const behind = state.version !== null && message.version > state.version;
	const mine = message.id !== null && message.id === state.wish?.id;
	const help = message.id !== null && message.id === state.helping;
	const unheard = help && (state.hint !== "asked" || message.code === "stale");
	const { code, rule, reference } = message;
	return {
		...state,
		gap: state.gap || behind,
		catching: state.catching || behind,
		...mine ? {
			wish: null,
			acked: null
		} : {},
		...help ? {
			helping: null,
			hint: state.hint === "asked" ? null : state.hint
		} : {},
		notice: unheard ? state.notice : {
			code,
			message: message.message,
			rule,
			...reference && { reference }
		}
	};
}
/** A wish is fulfilled once it is on disk and its consequence has been heard. */
function settled(state) {
	return state.acked !== null && state.version !== null && state.version >= state.acked ? {
		...state,
		wish: null,
		acked: null
	} : state;
}
var sceneOf = (update) => update.view && {
	view: update.view,
	players: update.players,
	winner: null,
	sweeping: false
};
var lastScene = (state) => state.steps.at(-1)?.scene ?? state.scene;
/** One step an event, then the truth: between two versions the view is drawn forward by hand. */
function steps(before, after, events) {
	const list = [];
	let view = before.view;
	events.forEach((event, i) => {
		view = forward(view, event);
		const scene = {
			...after,
			view
		};
		if (event.event === "trick_won") {
			list.push({
				scene: {
					...scene,
					winner: event.seat
				},
				events: [event],
				pause: "hold"
			});
			list.push({
				scene: {
					...scene,
					winner: event.seat,
					sweeping: true
				},
				events: [],
				pause: "sweep"
			});
			view = {
				...view,
				trick: {
					leader: event.seat,
					cards: [],
					winner: null
				}
			};
		} else list.push({
			scene,
			events: [event],
			pause: pauseAfter(event, events[i + 1])
		});
	});
	const last = list.at(-1);
	if (!last || last.scene.sweeping) list.push({
		scene: after,
		events: [],
		pause: "none"
	});
	else last.scene = after;
	return list;
}
/** What an event alone changes in what is seen, until the server's own view replaces it. */
function forward(view, event) {
	const next = {
		...view,
		to_act: null,
		legal: null
	};
	switch (event.event) {
		case "card_played": return {
			...next,
			hand: view.hand.filter((card) => event.seat !== view.seat || card !== event.card),
			hand_sizes: view.hand_sizes.map((size, seat) => size - Number(seat === event.seat)),
			trick: {
				...view.trick,
				cards: [...view.trick.cards, event.card]
			}
		};
		case "trick_won": return {
			...next,
			trick: {
				leader: event.leader,
				cards: event.cards,
				winner: event.seat
			}
		};
		case "passed": return {
			...next,
			calls: [...view.calls, {
				seat: event.seat,
				round: event.round,
				trump: null
			}]
		};
		case "took": return {
			...next,
			contract: {
				attacker: event.seat,
				trump: event.trump
			}
		};
		default: return next;
	}
}
function pauseAfter(event, following) {
	switch (event.event) {
		case "card_played": return following?.event === "trick_won" ? "land" : "card";
		case "passed":
		case "took":
		case "pack_cut": return "call";
		case "deal_died":
		case "cards_dealt":
		case "melds_shown":
		case "melds_lost":
		case "disclosed":
		case "demanded":
		case "challenged":
		case "false_play_found":
		case "false_accusation": return "talk";
		default: return "none";
	}
}
/** Show every step whose time has come. */
function tick(state, now, pace) {
	let next = state.sayings.some((saying) => saying.until <= now) ? {
		...state,
		sayings: state.sayings.filter((saying) => saying.until > now)
	} : state;
	if (next.talk.some((said) => faded(said, now))) next = {
		...next,
		talk: next.talk.map((said) => faded(said, now) ? {
			...said,
			until: 0
		} : said)
	};
	if (now >= shufflingAt(next)) next = {
		...next,
		shuffling: true
	};
	while (next.steps.length && now >= next.due) next = shown(next, now, pace);
	return next;
}
/** Said long enough ago: it hangs in the air no more. */
var faded = (said, now) => said.until > 0 && said.until <= now;
function shown(state, now, pace) {
	const [step, ...rest] = state.steps;
	if (!step) return state;
	const spoken = step.events.filter(isSaid).map((event) => ({
		seat: event.seat,
		event,
		until: now + pace.saying * (event.event === "melds_shown" ? 2 : 1)
	}));
	const kept = state.sayings.filter((old) => !spoken.some((saying) => saying.seat === old.seat && old.event.event !== "melds_shown"));
	return logged({
		...state,
		steps: rest,
		scene: step.scene,
		due: now + pace[step.pause],
		sayings: [...kept, ...spoken]
	}, step.events);
}
var SAID = /* @__PURE__ */ new Set([
	"passed",
	"took",
	"announced",
	"melds_shown",
	"disclosed",
	"demanded",
	"melds_lost",
	"challenged"
]);
function isSaid(event) {
	if (event.event === "card_played") return event.said !== "";
	return SAID.has(event.event);
}
function logged(state, events) {
	if (!events.length) return state;
	let number = state.log.at(-1)?.number ?? 0;
	return {
		...state,
		log: [...state.log, ...events.map((event) => ({
			number: ++number,
			event
		}))].slice(-200)
	};
}
/** When it is said that a pack is awaited; Infinity where it is said, or none is. */
var shufflingAt = ({ awaited, shuffling }) => awaited === null || shuffling ? Infinity : awaited + 300;
/** When the clock must be looked at again; Infinity: not before something else happens. */
function wakeAt(state) {
	return Math.min(shufflingAt(state), state.steps.length ? state.due : Infinity, ...state.sayings.map((saying) => saying.until), ...state.talk.map((said) => said.until || Infinity));
}
/** A tap or a key: the next step, now. */
function hurried(state, now, pace) {
	return state.steps.length ? tick({
		...state,
		due: now
	}, now, pace) : state;
}
/** Away for a while: take things as they stand. */
function caughtUp(state) {
	const last = state.steps.at(-1);
	if (!last) return state;
	return logged({
		...state,
		steps: [],
		due: 0,
		sayings: [],
		scene: last.scene
	}, state.steps.flatMap((step) => step.events));
}
/** Whether the newest view is on show, its pack is there, and nothing asked for is under way. */
var isFree = (state) => mayAsk(state) && !state.steps.length && state.awaited === null;
/** Whether the line is up and nothing asked for is under way. */
var mayAsk = (state) => state.line === "up" && state.wish === null;
var wished = (state, wish) => ({
	...state,
	wish,
	acked: null,
	notice: null,
	hint: null
});
var hinting = (state, id) => ({
	...state,
	notice: null,
	hint: "asked",
	helping: id
});
var lineDown = (state) => ({
	...state,
	line: "down",
	catching: true,
	helping: null,
	hint: state.hint === "asked" ? null : state.hint
});
var asked = (state) => ({
	...state,
	gap: false,
	catching: true
});
// tests/table/state.test.ts
var PACE = paceOf(1, 1200);
var START = {
	rules: {
		preset: "french",
		differs: {},
		target: 1e3,
		players: 4,
		direction: "ccw",
		unit: 1,
		booms: 1,
		hand_size: 8,
		assisted: true,
		kinds: []
	},
	seat: 0,
	deal_number: 1,
	dealer: 3,
	phase: "play",
	to_act: 0,
	hand: ["AS", "7H"],
	hand_sizes: [
		2,
		2,
		2,
		2
	],
	turned: null,
	calls: [],
	contract: {
		attacker: 0,
		trump: "H"
	},
	trick: {
		leader: 0,
		cards: [],
		winner: null
	},
	last_trick: null,
	tricks: [],
	tricks_won: [3, 3],
	melds: [],
	contest: null,
	belote: [],
	legal: {
		actions: ["play"],
		cut_min: 0,
		cut_max: 0,
		packets: [],
		trumps: [],
		cards: ["AS", "7H"],
		refused: [],
		announce: []
	},
	may: {
		demand: [],
		challenge: []
	},
	verdict: null,
	settlement: null,
	scores: [0, 0],
	held: 0,
	sheet: [],
	boom: 1,
	excess: [],
	winner: null,
	remembered: []
};
var players = [
	0,
	1,
	2,
	3
].map((seat) => ({
	seat,
	name: `P${seat}`,
	bot: seat > 0,
	connected: true,
	ready: false,
	level: "",
	person: seat ? null : "me",
	stand_in: false,
	rating: null,
	host: false,
	asks_to_pause: false
}));
var COMPANY = {
	pack: null,
	you: 0,
	host: true,
	watching: 0,
	onlookers: [],
	terms: {
		pace: "none",
		sit: "link",
		watch: "table",
		talk: "free",
		level: "club"
	},
	rules: START.rules,
	clock: null,
	code: "KTRPLM",
	matched: false,
	rated: false
};
function update(since, version, events, view = {}) {
	return {
		type: "update",
		table: "t",
		since,
		version,
		events,
		view: {
			...START,
			legal: null,
			to_act: 1,
			...view
		},
		players,
		...COMPANY
	};
}
var played = (seat, card) => ({
	event: "card_played",
	seat,
	card,
	said: ""
});
var onTable = (state) => state.scene?.view.trick.cards;
var seated = receive(START$1, update(null, 10, [], {
	to_act: 0,
	legal: START.legal
}), 0, PACE);
var wish = {
	type: "act",
	id: "w",
	expect: 10,
	action: {
		do: "play",
		card: "AS",
		announce: []
	}
};
/** My ace, then three answers at once, the last taking the trick and leading again. */
function wholeTrick(state, now) {
	const cards = [
		"AS",
		"7S",
		"8S",
		"9S"
	];
	const hand = { hand: ["7H"] };
	return [
		update(10, 11, [played(0, "AS")], {
			...hand,
			trick: {
				leader: 0,
				cards: cards.slice(0, 1),
				winner: 0
			}
		}),
		update(11, 12, [played(1, "7S")], {
			...hand,
			trick: {
				leader: 0,
				cards: cards.slice(0, 2),
				winner: 0
			}
		}),
		update(12, 13, [played(2, "8S")], {
			...hand,
			trick: {
				leader: 0,
				cards: cards.slice(0, 3),
				winner: 0
			}
		}),
		update(13, 14, [played(3, "9S"), {
			event: "trick_won",
			number: 7,
			seat: 0,
			leader: 0,
			cards,
			points: 11
		}], {
			...hand,
			to_act: 0,
			legal: START.legal,
			tricks_won: [4, 3]
		})
	].reduce((before, message) => receive(before, message, now, PACE), state);
}
test("the first update is taken as it is", () => {
	assert.equal(seated.line, "up");
	assert.equal(seated.version, 10);
	assert.ok(isFree(seated));
});
test("my card lies at once, each bot follows after its pause", () => {
	let state = wholeTrick(seated, 100);
	assert.deepEqual(onTable(state), ["AS"]);
	assert.equal(isFree(state), false);
	state = tick(state, 100 + PACE.card - 1, PACE);
	assert.deepEqual(onTable(state), ["AS"]);
	state = tick(state, 100 + PACE.card, PACE);
	assert.deepEqual(onTable(state), ["AS", "7S"]);
});
/** Runs the clock only when the state asks to be woken. */
function until(state, done) {
	let now = 100;
	while (!done(state) && wakeAt(state) < Infinity) {
		now = Math.max(now, wakeAt(state));
		state = tick(state, now, PACE);
	}
	return [state, now];
}
test("a finished trick lies marked for the hold, is swept, and then the turn is shown", () => {
	const [lying, from] = until(wholeTrick(seated, 100), (state) => state.scene?.winner === 0);
	assert.deepEqual(onTable(lying), [
		"AS",
		"7S",
		"8S",
		"9S"
	]);
	assert.equal(lying.scene?.sweeping, false);
	assert.equal(lying.scene?.view.legal, null);
	const [swept, at] = until(lying, (state) => state.scene?.sweeping === true);
	assert.equal(at - from, 1200);
	assert.deepEqual(swept.scene?.view.tricks_won, [3, 3]);
	const [done] = until(swept, (state) => !state.steps.length);
	assert.deepEqual(onTable(done), []);
	assert.deepEqual(done.scene?.view.tricks_won, [4, 3]);
	assert.ok(isFree(done));
});
test("a tap shows the next step now; a hold until a tap waits for it", () => {
	const patient = paceOf(1, Infinity);
	let state = wholeTrick(seated, 100);
	while (state.scene?.winner !== 0) state = hurried(state, 200, patient);
	assert.equal(wakeAt(state), Infinity);
	state = tick(state, 1e9, patient);
	assert.equal(state.scene?.winner, 0);
	state = hurried(state, 1e9, patient);
	assert.equal(state.scene?.sweeping, true);
});
test("many events in one update are shown one by one", () => {
	let state = receive(seated, update(10, 11, [
		played(0, "AS"),
		played(1, "7S"),
		played(2, "8S")
	], { trick: {
		leader: 0,
		cards: [
			"AS",
			"7S",
			"8S"
		],
		winner: 0
	} }), 0, PACE);
	assert.deepEqual(onTable(state), ["AS"]);
	assert.deepEqual(state.scene?.view.hand, ["7H"]);
	state = hurried(state, 1, PACE);
	assert.deepEqual(onTable(state), ["AS", "7S"]);
});
test("a gap is asked for, and its answer is taken over without being played", () => {
	const gap = receive(seated, update(12, 13, [played(2, "8S")]), 0, PACE);
	assert.equal(gap.gap, true);
	assert.equal(gap.version, 10);
	const answered = receive(asked(gap), update(10, 13, [
		played(0, "AS"),
		played(1, "7S"),
		played(2, "8S")
	], { trick: {
		leader: 0,
		cards: [
			"AS",
			"7S",
			"8S"
		],
		winner: 0
	} }), 0, PACE);
	assert.equal(answered.steps.length, 0);
	assert.deepEqual(onTable(answered), [
		"AS",
		"7S",
		"8S"
	]);
	assert.equal(answered.log.length, 3);
});
test("an old or doubled update changes nothing that is shown", () => {
	const later = receive(seated, update(10, 11, [played(0, "AS")], { trick: {
		leader: 0,
		cards: ["AS"],
		winner: 0
	} }), 0, PACE);
	assert.deepEqual(onTable(receive(later, update(9, 10, []), 0, PACE)), ["AS"]);
	const again = receive(later, update(10, 11, [played(0, "AS")], { trick: {
		leader: 0,
		cards: ["AS"],
		winner: 0
	} }), 0, PACE);
	assert.deepEqual(onTable(again), ["AS"]);
	assert.equal(again.log.length, later.log.length);
});
test("a wish is over when it is on disk and its update was heard, in either order", () => {
	const heard = update(10, 11, [played(0, "AS")]);
	const ack = {
		type: "ack",
		id: "w",
		version: 11
	};
	const ackFirst = receive(receive(wished(seated, wish), ack, 0, PACE), heard, 0, PACE);
	const ackLast = receive(receive(wished(seated, wish), heard, 0, PACE), ack, 0, PACE);
	assert.equal(ackFirst.wish, null);
	assert.equal(ackLast.wish, null);
	assert.equal(receive(wished(seated, wish), ack, 0, PACE).wish, wish);
});
test("a refused card stays in the hand and the refusal is shown", () => {
	const state = receive(wished(seated, wish), {
		type: "refused",
		id: "w",
		code: "must-follow",
		message: "Follow.",
		rule: "french:1",
		version: 10
	}, 0, PACE);
	assert.deepEqual(state.scene?.view.hand, ["AS", "7H"]);
	assert.equal(state.notice?.code, "must-follow");
	assert.ok(isFree(state));
});
test("while the line is down nothing may be done; what was asked is kept and sent again", () => {
	const down = lineDown(wished(seated, wish));
	assert.equal(isFree(down), false);
	assert.equal(down.wish, wish);
	const back = receive(down, update(10, 10, [], {
		to_act: 0,
		legal: START.legal
	}), 0, PACE);
	assert.equal(back.line, "up");
	assert.equal(back.wish, wish);
});
test("a seat that is gone is known as lost", () => {
	assert.equal(receive(START$1, {
		type: "refused",
		id: null,
		code: "no-such-table",
		message: "",
		rule: "table",
		version: 0
	}, 0, PACE).lost, "no-such-table");
});
test("who is sent away from a table is told why, also in the midst of a deal", () => {
	const banned = {
		type: "refused",
		id: null,
		code: "banned",
		message: "",
		rule: "table",
		version: 10
	};
	assert.equal(receive(seated, banned, 0, PACE).lost, "banned");
	assert.equal(receive(lineDown(seated), {
		...banned,
		code: "who-are-you"
	}, 0, PACE).lost, "who-are-you");
	assert.equal(receive(seated, {
		...banned,
		id: "x"
	}, 0, PACE).lost, null);
});
test("what is said at a seat fades", () => {
	const state = receive(seated, update(10, 11, [{
		event: "passed",
		seat: 2,
		round: 1
	}]), 50, PACE);
	assert.equal(state.sayings.length, 1);
	assert.equal(wakeAt(state), 50 + PACE.saying);
	assert.equal(tick(state, 50 + PACE.saying, PACE).sayings.length, 0);
});
test("after a while away, the table is as it stands", () => {
	const state = caughtUp(wholeTrick(seated, 100));
	assert.equal(state.steps.length, 0);
	assert.deepEqual(state.scene?.view.tricks_won, [4, 3]);
	assert.equal(state.log.length, 5);
});
test("before a match there is a table and nothing to draw; then it is played through", () => {
	const state = receive(START$1, {
		...update(null, 1, []),
		view: null
	}, 0, PACE);
	assert.equal(state.scene, null);
	assert.equal(state.company?.code, "KTRPLM");
	assert.ok(mayAsk(state));
	const begun = receive(state, update(1, 2, [{
		event: "match_began",
		drawn: []
	}]), 0, PACE);
	assert.equal(begun.scene?.view.deal_number, 1);
	assert.equal(begun.log.at(-1)?.event.event, "match_began");
});
test("who takes a seat sees the table from there at once", () => {
	const seat = receive(receive(START$1, {
		...update(null, 5, [], {
			seat: -1,
			hand: []
		}),
		you: null
	}, 0, PACE), {
		...update(5, 6, [{
			event: "seat_taken",
			seat: 2,
			name: "Ann",
			bot: false
		}], { seat: 2 }),
		you: 2
	}, 0, PACE);
	assert.equal(seat.steps.length, 0);
	assert.equal(seat.scene?.view.seat, 2);
	assert.equal(seat.company?.you, 2);
});
test("a bot that stands in is heard of in its turn, and no pause is made for it", () => {
	const state = receive(seated, update(10, 11, [{
		event: "stood_in",
		seat: 1,
		why: "gone"
	}]), 0, PACE);
	assert.equal(state.steps.length, 0);
	assert.equal(state.log.at(-1)?.event.event, "stood_in");
});
test("a clock runs from when it was heard; the bar knows how full it was", () => {
	const clock = {
		seat: 1,
		left: 20,
		banks: [
			5,
			5,
			5,
			5
		],
		paused: false,
		more: 0
	};
	const first = receive(seated, {
		...update(10, 11, []),
		clock
	}, 1e3, PACE);
	assert.equal(left(first.clock, 4e3), 17);
	const later = receive(first, {
		...update(11, 12, []),
		clock: {
			...clock,
			left: 12
		}
	}, 9e3, PACE);
	assert.equal(later.clock?.full, 20);
	const next = receive(later, {
		...update(12, 13, []),
		clock: {
			...clock,
			seat: 2,
			left: 18
		}
	}, 9e3, PACE);
	assert.equal(next.clock?.full, 18);
	const paused = receive(next, {
		...update(13, 14, []),
		clock: {
			...clock,
			left: null,
			paused: true
		}
	}, 9e3, PACE);
	assert.equal(left(paused.clock, 1e4), null);
});
test("what people say hangs in the air for a while, and is kept", () => {
	const state = receive(seated, {
		type: "said",
		seat: 2,
		name: "Lu",
		person: "p2",
		phrase: "hello",
		reaction: "",
		text: ""
	}, 100, PACE);
	assert.equal(wakeAt(state), state.talk[0]?.until);
	const later = tick(state, wakeAt(state), PACE);
	assert.equal(later.talk[0]?.until, 0);
	assert.equal(wakeAt(later), Infinity);
});
test("a seat may be asked for while cards still fly", () => {
	const flying = wholeTrick(seated, 100);
	assert.equal(isFree(flying), false);
	assert.ok(mayAsk(flying));
});
test("who is turned away for now reads why, until there is a table again", () => {
	const refused = (code) => ({
		type: "refused",
		id: null,
		code,
		message: "",
		rule: "",
		version: 0
	});
	const away = receive(lineDown(seated), refused("too-many-sockets"), 0, PACE);
	assert.equal(away.turnedAway, "too-many-sockets");
	assert.equal(away.lost, null);
	const back = receive(away, update(null, 10, []), 0, PACE);
	assert.equal(back.turnedAway, null);
	assert.equal(receive(seated, refused("too-many"), 0, PACE).turnedAway, null);
});
test("where the server itself failed, its number is kept with the notice", () => {
	assert.equal(receive(seated, {
		type: "refused",
		id: null,
		code: "server-error",
		message: "",
		rule: "",
		version: 0,
		reference: "0a1b2c3d"
	}, 0, PACE).notice?.reference, "0a1b2c3d");
});
var thought = {
	action: { do: "pass" },
	code: "pass",
	values: {},
	worth: {}
};
var asking = hinting(seated, "h");
var no = (code, id = "h", version = 10) => ({
	type: "refused",
	id,
	code,
	message: "",
	rule: "table",
	version
});
test("a hint that is refused is waited for no longer, and the sentence is shown", () => {
	for (const code of [
		"helper-busy",
		"too-many-hints",
		"one-hint"
	]) {
		const state = receive(asking, no(code), 0, PACE);
		assert.deepEqual([
			state.hint,
			state.helping,
			state.notice?.code
		], [
			null,
			null,
			code
		]);
	}
});
test("a hint of a position that has passed is neither shown nor told", () => {
	const on = receive(asking, update(10, 11, [played(0, "AS")]), 0, PACE);
	assert.equal(on.hint, null);
	for (const late of [
		no("stale", "h", 11),
		no("helper-busy", "h", 11),
		{
			type: "hinted",
			id: "h",
			version: 10,
			thought
		}
	]) {
		const state = receive(on, late, 0, PACE);
		assert.deepEqual([
			state.hint,
			state.helping,
			state.notice
		], [
			null,
			null,
			null
		]);
	}
});
test("a hint is shown; where the line breaks, nobody waits for one", () => {
	const state = receive(asking, {
		type: "hinted",
		id: "h",
		version: 10,
		thought
	}, 0, PACE);
	assert.deepEqual([state.hint, state.helping], [thought, null]);
	assert.deepEqual([lineDown(asking).hint, lineDown(state).hint], [null, thought]);
});
var sealed = (commitments) => ({
	event: "pack_sealed",
	commitment: "ab",
	commitments,
	match: 1,
	number: 2,
	riffles: null,
	joined: false
});
var made = {
	event: "pack_made",
	nonces: [
		"cd",
		"",
		"",
		""
	]
};
var packAwaited = receive(seated, update(10, 11, [sealed([
	"ab",
	"",
	"",
	""
])]), 1e3, PACE);
test("while a pack is awaited nothing can be done, and it is said only where it takes long", () => {
	assert.equal(isFree(packAwaited), false);
	assert.equal(wakeAt(packAwaited), 1300);
	assert.equal(tick(packAwaited, 1299, PACE).shuffling, false);
	const late = tick(packAwaited, 1300, PACE);
	assert.equal(late.shuffling, true);
	assert.equal(wakeAt(late), Infinity);
	const dealt = receive(late, update(11, 12, [made]), 2e3, PACE);
	assert.deepEqual([
		dealt.awaited,
		dealt.shuffling,
		isFree(dealt)
	], [
		null,
		false,
		true
	]);
});
test("a pack that is there at once, or to which nobody adds, keeps nobody waiting", () => {
	for (const events of [[sealed([])], [sealed([
		"ab",
		"",
		"",
		""
	]), made]]) assert.equal(receive(seated, update(10, 11, events), 0, PACE).awaited, null);
});
test("who comes while a pack is awaited knows it; who looks over a shoulder is not told of a pack whose deal comes later", () => {
	const pack = {
		sealed: { ...sealed([
			"ab",
			"",
			"",
			""
		]) },
		nonces: null,
		depth: null,
		packets: null
	};
	const snapshot = {
		...update(null, 11, []),
		pack
	};
	assert.equal(receive(START$1, snapshot, 5, PACE).awaited, 5);
	assert.equal(receive(START$1, {
		...snapshot,
		view: null
	}, 5, PACE).awaited, 5);
	assert.equal(receive(packAwaited, {
		...snapshot,
		pack: {
			...pack,
			nonces: [
				"cd",
				"",
				"",
				""
			]
		}
	}, 5, PACE).awaited, null);
	assert.equal(receive(packAwaited, update(null, 11, []), 5, PACE).awaited, null);
	assert.equal(receive(seated, {
		...update(10, 11, [sealed([
			"ab",
			"",
			"",
			""
		])]),
		you: null
	}, 5, PACE).awaited, null);
});
export {};
