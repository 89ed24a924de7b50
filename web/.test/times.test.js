import assert from "node:assert/strict";
import { test } from "node:test";
// src/i18n/times.ts
var UNITS = [
	["year", 31536e3],
	["month", 2592e3],
	["week", 604800],
	["day", 86400],
	["hour", 3600],
	["minute", 60]
];
/** "21 Nov 2026, 17:20" */
var when = (at, language) => (/* @__PURE__ */ new Date(at * 1e3)).toLocaleString(language, {
	dateStyle: "medium",
	timeStyle: "short"
});
/** "3 hours ago", "in 2 days"; within a minute "now". */
function distance(at, now, language) {
	const [unit, seconds] = UNITS.find(([, length]) => Math.abs(at - now) >= length) ?? ["second", Infinity];
	return new Intl.RelativeTimeFormat(language, { numeric: unit === "second" ? "auto" : "always" }).format(Math.trunc((at - now) / seconds), unit);
}
// tests/i18n/times.test.ts
var now = 179e7;
test("the distance is told in the largest unit that is full", () => {
	for (const [seconds, words] of [
		[0, "now"],
		[-59, "now"],
		[-60, "1 minute ago"],
		[-3599, "59 minutes ago"],
		[-7200, "2 hours ago"],
		[-86400, "1 day ago"],
		[-691200, "1 week ago"],
		[-7776e3, "3 months ago"],
		[-6912e4, "2 years ago"],
		[86400, "in 1 day"]
	]) assert.equal(distance(now + seconds, now, "en"), words);
});
test("every language tells it in its own words", () => {
	assert.deepEqual([
		"fr",
		"nl",
		"sv"
	].map((language) => distance(1789992800, now, language)), [
		"il y a 2 heures",
		"2 uur geleden",
		"för 2 timmar sedan"
	]);
});
test("a moment has its day and its time", () => {
	const told = when(now, "en");
	assert.match(told, /2026/);
	assert.match(told, /\d:\d\d/);
});
export {};
