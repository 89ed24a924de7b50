import assert from "node:assert/strict";
import { test } from "node:test";
// src/app/routes.ts
var PAGES = [
	"table",
	"join",
	"pair",
	"find",
	"daily",
	"ranking",
	"profile",
	"account",
	"order",
	"settings"
];
var NEEDS_ONE = [
	"table",
	"join",
	"pair",
	"profile"
];
function routeOf(hash) {
	const [, name = "", about = ""] = hash.match(/^#\/(\w+)(?:\/([\w-]+))?$/) ?? [];
	const page = PAGES.find((known) => known === name);
	return page && (about || !NEEDS_ONE.includes(page)) ? {
		page,
		about
	} : {
		page: "start",
		about: ""
	};
}
// tests/app/routes.test.ts
test("an address names a page, and what it is about", () => {
	assert.deepEqual(routeOf("#/table/a-B_9"), {
		page: "table",
		about: "a-B_9"
	});
	assert.deepEqual(routeOf("#/daily"), {
		page: "daily",
		about: ""
	});
	for (const page of PAGES) assert.equal(routeOf(`#/${page}/x1`).page, page);
});
test("what no page is, or lacks what it is about, is the start", () => {
	for (const hash of [
		"",
		"#/",
		"#/nowhere",
		"#/table",
		"#/join/",
		"#/profile",
		"#/table/a/b",
		"#/table/%2e"
	]) assert.equal(routeOf(hash).page, "start");
});
export {};
