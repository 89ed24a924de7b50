// Values kept in the browser, where it allows that; nothing depends on them.

/** The key of the clubs that were opened here (`club/places`); the start page asks whether there are any. */
export const CLUBS = 'rebelote.clubs'
/** The key of the clubs and evenings whose owner was asked to keep access to them (`home/places`). */
export const ASKED = 'rebelote.asked'
/** The key, in this tab, of the name that the link to a table gives its rules (`rules/rulesName`). */
export const RULES_NAME = 'rebelote.rulesName'

/** Return the value under `key`; undefined where there is none, or it may not be read. */
export function load(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Return the value under `key` in this tab's storage, which survives a reload. */
export function loadFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Save it for as long as this tab is open. */
export function saveToTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage may be refused or full.
  }
}

/** Save it where that is allowed; else it lasts as long as the page. */
export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage may be refused or full.
  }
}
