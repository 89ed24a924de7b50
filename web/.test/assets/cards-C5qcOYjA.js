// src/cards/cards.ts
var SUITS = [
	"S",
	"H",
	"C",
	"D"
];
var RED = "HD";
var PLAIN = "ATKQJ987";
var TRUMP = "J9ATKQ87";
var suitOf = (card) => card[1];
var rankOf = (card) => card[0] ?? "";
var isRed = (suit) => RED.includes(suit);
/** The hand as one holds it: trumps first; then suits in turn of colour, or always the same. `laid`: moved by hand. */
function arranged(hand, trump, order, laid = []) {
	return asLaid(sorted(hand, trump, order), laid);
}
function sorted(hand, trump, order) {
	const held = SUITS.filter((suit) => hand.some((card) => suitOf(card) === suit));
	return (order === "alternate" ? alternating(held, trump) : trumpFirst(held, trump)).flatMap((suit) => bySize(hand.filter((card) => suitOf(card) === suit), suit === trump || trump === "all"));
}
/** Cards where their holder laid them; new ones to the right. */
function asLaid(hand, laid) {
	const kept = laid.filter((card) => hand.includes(card));
	return [...kept, ...hand.filter((card) => !kept.includes(card))];
}
function bySize(cards, trump) {
	const sizes = trump ? TRUMP : PLAIN;
	return [...cards].sort((a, b) => sizes.indexOf(rankOf(a)) - sizes.indexOf(rankOf(b)));
}
var trumpFirst = (suits, trump) => [...suits].sort((a, b) => Number(b === trump) - Number(a === trump));
/** Of all orders with trump first, the first with fewest neighbours of one colour. */
function alternating(suits, trump) {
	const clashes = (order) => order.filter((suit, i) => i > 0 && isRed(suit) === isRed(order[i - 1])).length;
	const orders = permutations(suits).filter((order) => !suits.includes(trump) || order[0] === trump);
	return orders.reduce((best, order) => clashes(order) < clashes(best) ? order : best, orders[0] ?? []);
}
function permutations(items) {
	if (!items.length) return [[]];
	return items.flatMap((item, i) => permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]));
}
/** A card moved one place along the hand. */
function moved(hand, card, by) {
	const from = hand.indexOf(card);
	const to = Math.min(Math.max(from + by, 0), hand.length - 1);
	const rest = hand.filter((other) => other !== card);
	return [
		...rest.slice(0, to),
		card,
		...rest.slice(to)
	];
}
/** Where a seat is seen from mine: the next to act sits at my right when the turn goes counter-clockwise. */
function placeOf(seat, mine, players, direction) {
	const distance = (seat - mine + players) % players;
	return (direction === "ccw" ? players === 3 ? [
		"bottom",
		"right",
		"left"
	] : [
		"bottom",
		"right",
		"top",
		"left"
	] : players === 3 ? [
		"bottom",
		"left",
		"right"
	] : [
		"bottom",
		"left",
		"top",
		"right"
	])[distance] ?? "top";
}
/** The side of a seat; at a table of three each seat is its own. */
var sideOf = (seat, players) => players === 4 ? seat % 2 : seat;
export { sideOf as a, rankOf as i, moved as n, suitOf as o, placeOf as r, arranged as t };
