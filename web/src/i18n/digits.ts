// Digits: as they are typed, and as Arabic may write them. Pure.

const ASIDE = 0xe000
const ARABIC = 0x660

/** Return the tag of a language that is written with Arabic-Indic digits where its reader wants
 * them. */
export const tagOf = (tag: string, arabic: boolean): string =>
  arabic ? tag.replace('-nu-latn', '-nu-arab') : tag

/** Whether numbers of this tag have Arabic-Indic digits. */
export const hasArabicDigits = (tag: string): boolean => tag.endsWith('-nu-arab')

const from = (text: string, digits: RegExp, zero: number): string =>
  text.replace(digits, (digit) => String.fromCharCode(zero + (digit.charCodeAt(0) & 15)))

/** Write a sentence with Arabic-Indic digits and per cent, but for digits of quoted names and
 * cards. */
export function inArabicDigits<Values extends Record<string, string | number>>(
  sentence: (values: Values) => string,
  values: Values,
): string {
  const quoted = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? from(value, /[0-9]/g, ASIDE) : value,
  ])
  const said = from(sentence(Object.fromEntries(quoted) as Values), /[0-9]/g, ARABIC)
  return from(said, /[\ue000-\ue009]/g, 0x30).replaceAll('%', '٪')
}

/** Convert the digits of any keyboard, Arabic and Persian ones too, to 0 to 9. */
export const asTyped = (text: string): string => from(text, /[٠-٩۰-۹]/g, 0x30)
