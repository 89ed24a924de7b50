// The review of a deal: asked for until it is made, and put in the order in which it is told.

import { get } from '../net/api'
import { askUntil } from '../net/askUntil'
import type { DealReport, Decision, MastersOpinion, Opinion, Review } from '../net/messages'

/** The word for announcing nothing. */
export const SILENT = 'silent'

/** A decision, and the trick in which it fell: 0 for a call. */
export interface Moment {
  decision: Decision
  trick: number
}

/** A part of what a deal came to, in marks of one's own side minus the other's. */
export interface Part {
  /** null: the cards as dealt. */
  seat: number | null
  marks: number
  known: number
  chance: number
}

const ERRORS: readonly Decision['kind'][] = ['decisive', 'imprecision']

export const isError = ({ kind }: Decision): boolean => ERRORS.includes(kind)

/** Ask until it is made; `told` how far it is. Nothing once `signal` is aborted. */
export const fetchReview = (
  deal: string,
  reported: (status: Review) => void,
  signal: AbortSignal,
): Promise<Review | null> =>
  askUntil(
    () => get<Review>(`${deal}/review`),
    (status) => (reported(status), !!status.reviewed),
    signal,
  )

/** What a master would have done after so many actions of a deal. */
export const fetchOpinion = async (
  deal: string,
  action: number,
  signal: AbortSignal,
): Promise<Opinion | null> =>
  (
    await askUntil(
      () => get<MastersOpinion>(`${deal}/actions/${action}/opinion`),
      ({ opinion }) => !!opinion,
      signal,
    )
  )?.opinion ?? null

/** Every decision that was a choice, in order. */
export function momentsOf(report: DealReport, players: number): Moment[] {
  let cards = 0
  return report.decisions
    .map((decision) => ({
      decision,
      trick: decision.call ? 0 : Math.floor(cards++ / players) + 1,
    }))
    .filter(({ decision }) => !decision.forced)
}

/** Those that count as errors: first what turned the contract, then what cost most. */
export const costliest = (moments: readonly Moment[]): Moment[] =>
  moments
    .filter(({ decision }) => isError(decision))
    .sort(
      ({ decision: a }, { decision: b }) =>
        ERRORS.indexOf(a.kind) - ERRORS.indexOf(b.kind) || b.loss_known - a.loss_known,
    )

/** What the result is made of, seen from a seat: all parts together are what was written. */
export function partsOf(report: DealReport, from: number): Part[] {
  const sign = from % 2 ? -1 : 1
  const dealt = { seat: null, marks: sign * report.worth, known: 0, chance: 0 }
  const shares = report.shares.map(({ seat, known, chance }) => ({
    seat,
    marks: sign * (known + chance),
    known: sign * known,
    chance: sign * chance,
  }))
  return [dealt, ...shares]
}

/** What a choice cost as the cards lay, in whole points: at least one where it cost anything. */
export const costOf = ({ loss_true: lost }: Decision): number =>
  lost ? Math.max(1, Math.round(lost)) : 0

/** The choices beside the one that was made, and what they are: by what could be known, else in fact. */
export function others(decision: Decision): { of: 'better' | 'equal' | 'in_fact'; list: string[] } {
  const { advised, best, choice, loss_known: known, loss_true: lost } = decision
  const list = (known || !lost ? advised : best).filter((one) => one !== choice)
  return { of: known ? 'better' : lost ? 'in_fact' : 'equal', list }
}
