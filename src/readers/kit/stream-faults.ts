/** How a stream is told of whose parts, or whose end, say something else than what it said before: nothing tells which of the two is true. */
export const contradictoryStream = 'stream that contradicts itself';
