// The review of a deal: asked for until it is made, and put in the order in which it is told.

import { get } from '../net/api'
import { askUntil } from '../net/askUntil'
import { askHere } from '../offline/askAnywhere'
import { askWorker, opinionOnDevice, reviewOnDevice } from './onDevice'
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

/** Return how good a choice is shown to be: nobody's first matches are spoken of as errors. */
export const shownKind = (decision: Decision, gently: boolean): Decision['kind'] =>
  gently && isError(decision) ? 'imprecision' : decision.kind

/** A deal of a table or match on this device, as its address names it. */
const LOCAL = /\/(?:tables|matches)\/(local-[^/]+)\/deals\/(\d+)$/

const localDeal = (deal: string) => {
  const [, match, number] = LOCAL.exec(deal) ?? []
  return match ? { match, deal: Number(number) } : null
}

/** Reviews that are made, while the page that had them made is open: a table has other deals later. */
const made = new Map<string, Review>()

export const keepReview = (deal: string, review: Review): unknown => made.set(deal, review)
export const forgetReview = (deal: string): unknown => made.delete(deal)

/** Have it made, on this device where that can be; `reported`: how far it is. Nothing once `signal`
 * is aborted. */
export async function fetchReview(
  deal: string,
  reported: (status: Review) => void,
  signal: AbortSignal,
): Promise<Review | null> {
  const kept = made.get(deal)
  if (kept) {
    reported(kept)
    return kept
  }
  const local = localDeal(deal)
  if (local) return reviewLocally(local, reported, signal)
  return (
    (await reviewOnDevice(deal, reported, signal)) ??
    askUntil(
      () => get<Review>(`${deal}/review`),
      (status) => (reported(status), !!status.reviewed),
      signal,
    )
  )
}

/** Have the worker make it. */
async function reviewLocally(
  deal: { match: string; deal: number },
  reported: (status: Review) => void,
  signal: AbortSignal,
): Promise<Review | null> {
  const making = { ahead: 0, done: 0, seconds: 0, newcomer: false, reviewed: null }
  const made = await askWorker<Review>({ of: 'review', ...deal }, signal, (done) =>
    reported({ ...making, done }),
  )
  if (made) reported({ ...making, ...made })
  return made
}

/** Fetch a master's choice after so many actions of a deal. */
export async function fetchOpinion(
  deal: string,
  action: number,
  signal: AbortSignal,
): Promise<Opinion | null> {
  const local = localDeal(deal)
  const answer = local
    ? await askHere<MastersOpinion>({ of: 'opinion', ...local, action })
    : ((await opinionOnDevice(deal, action, signal)) ??
      (await askUntil(
        () => get<MastersOpinion>(`${deal}/actions/${action}/opinion`),
        ({ opinion }) => !!opinion,
        signal,
      )))
  return answer?.opinion ?? null
}

/** Return every decision that was a choice, in order. */
export function momentsOf(report: DealReport, players: number): Moment[] {
  let cards = 0
  return report.decisions
    .map((decision) => ({
      decision,
      trick: decision.call ? 0 : Math.floor(cards++ / players) + 1,
    }))
    .filter(({ decision }) => !decision.forced)
}

/** Return the errors: first those that turned the contract, then by their cost. */
export const costliest = <One extends Moment>(moments: readonly One[]): One[] =>
  moments
    .filter(({ decision }) => isError(decision))
    .sort(
      ({ decision: a }, { decision: b }) =>
        ERRORS.indexOf(a.kind) - ERRORS.indexOf(b.kind) || b.loss_known - a.loss_known,
    )

type Judged = Partial<Pick<DealReport, 'decisions'>>

/** Return the decisions by the step of the deal that each led to. */
export const decisionsOf = (report?: Judged | null): ReadonlyMap<number, Decision> =>
  new Map(report?.decisions?.map((decision) => [decision.number + 1, decision]))

/** Return the result of the deal to be expected after each step as the cards lay, in marks of side 0
 * minus side 1; the last is the result. */
export function courseOf(report: DealReport, last: number): number[] {
  const decisions = decisionsOf(report)
  const course = [report.worth]
  for (let step = 1; step <= last; step++) {
    const { seat = 0, choice = '', true: worths = {} } = decisions.get(step) ?? {}
    const worth = worths[choice]
    course.push(worth === undefined ? course[step - 1]! : seat % 2 ? -worth : worth)
  }
  const [ours = 0, theirs = 0] = report.marks
  course[last] = ours - theirs
  return course
}

/** Return how good each card of a deal was, by the card. */
export const cardMarks = (
  report: Judged | null | undefined,
  gently: boolean,
): ReadonlyMap<string, Decision['kind']> =>
  new Map(
    report?.decisions
      ?.filter(({ call, forced }) => !call && !forced)
      .map((decision) => [decision.action.slice(0, 2), shownKind(decision, gently)]),
  )

/** Split the result into its parts, seen from a seat; they add up to the points on the sheet. */
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

/** Return the cost of a choice as the cards lay, in whole points: at least one for any loss. */
export const costOf = ({ loss_true: lost }: Decision): number =>
  lost ? Math.max(1, Math.round(lost)) : 0

/** Whether something else was better, known or not. */
export const isLoss = ({ loss_known, loss_true }: Decision): boolean =>
  loss_known > 0 || loss_true > 0

/** Return the other choices and their kind: by what could be known, else in fact. */
export function others(decision: Decision): { of: 'better' | 'equal' | 'in_fact'; list: string[] } {
  const { advised, best, choice, loss_known: known, loss_true: lost } = decision
  const list = (known || !lost ? advised : best).filter((one) => one !== choice)
  return { of: known ? 'better' : lost ? 'in_fact' : 'equal', list }
}
