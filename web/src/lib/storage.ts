// What does this browser keep? Values by key, where it may keep any; nothing depends on them.

/** What was kept under `key`; undefined where nothing was, or may not be read. */
export function load(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** What this tab kept, also over a reload. */
export function loadFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keep it as long as this tab is open. */
export function saveToTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage may be refused or full.
  }
}

/** Keep it, if that is allowed here; else it lasts as long as the page. */
export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage may be refused or full.
  }
}
