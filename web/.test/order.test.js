import { c as wordsOf, l as sv_default, r as isolated, u as en_default } from "./assets/words-Cl00GZi3.js";
import { n as fr_default, t as nl_default } from "./assets/nl-BnGu9lAY.js";
import assert from "node:assert/strict";
import { test } from "node:test";
// src/moderation/order.ts
/** Hours that a measure may last; null: until it is lifted. */
var LENGTHS = [
	1,
	24,
	168,
	720,
	null
];
var ACTS = {
	mute: "ui.order.act.mute",
	ban: "ui.order.act.ban",
	"lift mute": "ui.order.act.lift_mute",
	"lift ban": "ui.order.act.lift_ban",
	"role admin": "ui.order.act.give",
	role: "ui.order.act.take",
	settle: "ui.order.act.settle",
	"settle-about": "ui.order.act.settle_about",
	"settle-by": "ui.order.act.settle_by",
	reopen: "ui.order.act.reopen",
	password: "ui.order.act.password"
};
/** "a week", "3 hours" */
var lengthOf = (words, hours) => words.coded(`ui.order.length.${hours ?? "none"}`, words("ui.order.length.hours", { count: hours ?? "" }));
/** Who it is: by name, or the keeper of the machine, or somebody who is not kept any more. */
var whoIs = (words, person, name) => isolated(name) || words(person === "keeper" ? "ui.order.keeper" : "ui.order.gone");
/** "Karin muted Anna" */
function deed(words, act) {
	const by = whoIs(words, act.by, act.by_name);
	const about = whoIs(words, act.about, act.about_name);
	const { kind, role } = act.facts;
	const key = ACTS[[act.act, kind || role].filter(Boolean).join(" ")];
	return key ? words(key, {
		by,
		about
	}) : `${by}: ${act.act}, ${about}`;
}
/** "a week: shouting": how long and why, or what came of it; nothing where the deed says all. */
function particulars(words, { facts }) {
	return facts.reason ? `${lengthOf(words, facts.hours ?? null)}: ${facts.reason}` : facts.outcome ?? "";
}
// tests/moderation/order.test.ts
var catalogues = [
	en_default,
	fr_default,
	nl_default,
	sv_default
];
var english = wordsOf(en_default);
var done = (act, facts, more = {}) => ({
	id: 1,
	at: 0,
	by: "k",
	by_name: "Karin",
	act,
	about: "a",
	about_name: "Anna",
	facts,
	...more
});
var DEEDS = [
	[
		done("mute", {
			hours: 24,
			reason: "shouting: loud"
		}),
		"Karin muted Anna",
		"a day: shouting: loud"
	],
	[
		done("mute", {
			hours: 3,
			reason: "shouting"
		}),
		"Karin muted Anna",
		"3 hours: shouting"
	],
	[
		done("ban", { reason: "cheats" }, {
			by: "keeper",
			by_name: ""
		}),
		"the server’s operator banned Anna",
		"until lifted: cheats"
	],
	[
		done("lift", {
			measure: 7,
			kind: "mute"
		}),
		"Karin unmuted Anna",
		""
	],
	[
		done("lift", {
			measure: 7,
			kind: "ban"
		}, {
			about: "gone-1",
			about_name: ""
		}),
		"Karin unbanned somebody who has left",
		""
	],
	[
		done("role", { role: "admin" }),
		"Karin made Anna an administrator",
		""
	],
	[
		done("role", {}),
		"Karin removed Anna as administrator",
		""
	],
	[
		done("settle", {
			report: 3,
			outcome: "warned"
		}),
		"Karin settled a report about Anna",
		"warned"
	],
	[
		done("password", {}, {
			by: "keeper",
			by_name: ""
		}),
		"the server’s operator gave Anna a new password",
		""
	],
	[
		done("reopen", { report: 3 }),
		"Karin reopened a report about Anna",
		""
	]
];
test("every act is a sentence, and its detail in words", () => {
	for (const [act, sentence, detail] of DEEDS) assert.deepEqual([deed(english, act), particulars(english, act)], [sentence, detail]);
});
test("every language has the names, and no hole is left", () => {
	for (const words of catalogues.map(wordsOf)) {
		for (const [act] of DEEDS) assert.doesNotMatch(deed(words, act) + particulars(words, act), /[{}]/);
		for (const [act] of DEEDS) if (act.by_name) assert.match(deed(words, act), /Karin/);
		assert.equal(new Set(LENGTHS.map((hours) => lengthOf(words, hours))).size, LENGTHS.length);
	}
});
test("an act that is not known here is told as it stands", () => {
	assert.equal(deed(english, done("juggle", {})), "Karin: juggle, Anna");
	assert.equal(particulars(english, done("juggle", { outcome: "clubs" })), "clubs");
});
export {};
