import assert from "node:assert/strict";
import { mock, test } from "node:test";
// src/net/link.ts
var PING_EVERY = 2500;
var PONG_OVERDUE = 9e3;
var RETRY_FIRST = 400;
var RETRY_MOST = 8e3;
/** The close code that says: not so soon again. */
var TRY_LATER = 4429;
var RETRY_LATER = 3e4;
/** A line that was refused is not a good one: it has to say something else before the next try comes soon again. */
var isGood = (message) => message.type !== "refused";
/** How long to wait before the next try, in ms: ever longer, and long at once where the server asks for it. */
var retryAfter = (tries, code) => code === TRY_LATER ? RETRY_LATER : Math.min(RETRY_MOST, RETRY_FIRST * 2 ** tries);
var Link = class {
	address;
	listener;
	socket = null;
	tries = 0;
	lastHeard = 0;
	retry;
	pulse;
	closed = false;
	constructor(address, listener) {
		this.address = address;
		this.listener = listener;
		this.pulse = setInterval(() => this.beat(), PING_EVERY);
		this.open();
	}
	send(message) {
		if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
	}
	/** The page woke, or the network came back: do not wait for the next try. */
	wake() {
		if (this.closed) return;
		if (this.socket?.readyState === WebSocket.OPEN) this.send({ type: "ping" });
		else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open();
	}
	close() {
		this.closed = true;
		clearInterval(this.pulse);
		clearTimeout(this.retry);
		this.letGo();
	}
	open() {
		clearTimeout(this.retry);
		this.letGo();
		const socket = new WebSocket(this.address);
		this.socket = socket;
		this.lastHeard = Date.now();
		socket.onopen = () => this.listener.opened();
		socket.onmessage = (frame) => this.heard(String(frame.data));
		socket.onclose = (event) => this.lost(event.code);
	}
	heard(text) {
		const message = JSON.parse(text);
		if (isGood(message)) this.tries = 0;
		this.lastHeard = Date.now();
		this.listener.heard(message);
	}
	beat() {
		if (Date.now() - this.lastHeard > PONG_OVERDUE && this.socket) this.lost();
		else this.send({ type: "ping" });
	}
	lost(code = 0) {
		if (this.closed) return;
		this.letGo();
		this.listener.dropped();
		clearTimeout(this.retry);
		this.retry = setTimeout(() => this.open(), retryAfter(this.tries++, code) * (.5 + Math.random()));
	}
	letGo() {
		const socket = this.socket;
		this.socket = null;
		if (!socket) return;
		socket.onopen = socket.onmessage = socket.onclose = null;
		socket.close();
	}
};
// tests/net/link.test.ts
var opened = [];
/** What a browser has for a socket, as far as the line uses it. */
var Socket = class Socket {
	static CONNECTING = 0;
	static OPEN = 1;
	readyState = Socket.CONNECTING;
	onopen = null;
	onmessage = null;
	onclose = null;
	constructor() {
		opened.push(this);
	}
	send() {}
	close() {}
	open() {
		this.readyState = Socket.OPEN;
		this.onopen?.();
	}
	say(message) {
		this.onmessage?.({ data: JSON.stringify(message) });
	}
};
var REFUSED = {
	type: "refused",
	id: null,
	code: "too-many-sockets",
	message: "",
	rule: "",
	version: 0
};
/** How many sockets were opened in so many ms, where each is closed with `code` after `first` was said. */
function tries(code, first, within) {
	opened.length = 0;
	mock.timers.enable({ apis: [
		"setTimeout",
		"setInterval",
		"Date"
	] });
	Object.assign(globalThis, { WebSocket: Socket });
	const link = new Link("ws://here/ws", {
		opened: () => {},
		heard: () => {},
		dropped: () => {}
	});
	for (let now = 0, seen = 0; now < within; now += 50) {
		for (; seen < opened.length; seen++) {
			opened[seen]?.open();
			opened[seen]?.say(first);
			opened[seen]?.onclose?.({ code });
		}
		mock.timers.tick(50);
	}
	link.close();
	mock.timers.reset();
	return opened.length;
}
test("who is turned away waits long before the next try", () => {
	assert.equal(retryAfter(0, 4429), 3e4);
	assert.ok(tries(4429, REFUSED, 6e4) <= 5);
});
test("a line that is refused again and again is tried ever more rarely", () => {
	assert.ok(tries(4401, REFUSED, 6e4) <= 20);
	assert.ok(tries(1006, REFUSED, 6e4) <= 20);
});
test("a line that was good comes back at once", () => {
	assert.ok(retryAfter(0, 1012) < 1e3);
	assert.ok(tries(1012, { type: "pong" }, 1e4) >= 10);
});
export {};
