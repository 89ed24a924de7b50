import { c as wordsOf, l as sv_default, u as en_default } from "./assets/words-Cl00GZi3.js";
import assert from "node:assert/strict";
import { test } from "node:test";
// src/rules/sources.ts
/** The citations of a rule; none where it is no rule of the game (`table`, `engine`). */
function cited(words, rule) {
	return rule.split(" ").flatMap((word) => {
		const [source = "", place = ""] = word.split(":");
		const key = `source.${source}`;
		const one = words.coded(key, "");
		if (!one) return [];
		return [{
			label: (/^\d+$/.test(place) ? one : words.coded(`${key}.many`, one)).replace("{place}", place.replace(/-/g, "–").replace(/,/g, ", ")).trim(),
			href: `/sources#${[source, firstOf(place)].filter(Boolean).join("-")}`
		}];
	});
}
/** The first place of `33-34`, of `9,30`; a name such as `dead-deals` is a place by itself. */
var firstOf = (place) => /^\d/.test(place) ? place.split(/[-,]/)[0] ?? "" : place;
// tests/rules/sources.test.ts
var english = wordsOf(en_default);
test("a rule is told by its source and its place, and leads there", () => {
	assert.deepEqual(cited(english, "flemish:33 ffb:5.2 bulgaria"), [
		{
			label: "Flemish rules, line 33",
			href: "/sources#flemish-33"
		},
		{
			label: "FFB 5.2",
			href: "/sources#ffb-5.2"
		},
		{
			label: "Bulgarian rules",
			href: "/sources#bulgaria"
		}
	]);
});
test("several lines are told as such, and lead to the first", () => {
	assert.deepEqual(cited(english, "french:9,14-16"), [{
		label: "French rules, lines 9, 14–16",
		href: "/sources#french-9"
	}]);
	assert.deepEqual(cited(wordsOf(sv_default), "reading:dead-deals"), [{
		label: "Så läser Rebelote det",
		href: "/sources#reading-dead-deals"
	}]);
});
test("what is no rule of the game, or of no source that is known, is not shown", () => {
	assert.deepEqual([
		...cited(english, "table"),
		...cited(english, "engine"),
		...cited(english, "elsewhere:33"),
		...cited(english, "")
	], []);
});
export {};
