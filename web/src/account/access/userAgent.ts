// Browser and operating system, recognised from the user agent string; '' where it is not known.

/** In this order: many name others in their user agent, too. */
const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|Chromium)\/|\bCriOS\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const SYSTEMS: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const result = (known: readonly [string, RegExp][], agent: string) =>
  known.find(([, sign]) => sign.test(agent))?.[0] ?? ''

export const browserOf = (agent: string): { browser: string; system: string } => ({
  browser: result(BROWSERS, agent),
  system: result(SYSTEMS, agent),
})
