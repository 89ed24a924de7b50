// The size of the picture of a position, in units of its drawing.

export const [WIDTH, HEIGHT] = [1200, 1000]
