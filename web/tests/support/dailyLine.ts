// A line of the deal of the day: hearts were taken and made.
export const LINE = {
  marks: 162,
  others: 0,
  contract: 'H',
  took: true,
  outcome: 'made',
  value: null,
  stake: 1,
  taker: 0,
} as const
