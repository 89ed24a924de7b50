// Citations of the server (`flemish:33 ffb:5.2`) as links in words.

import type { Words } from '../i18n/words'

export interface Cited {
  label: string
  href: string
}

/** Return the citations of a rule; none where it is no rule of the game (`table`, `engine`). */
export function cited(words: Words, rule: string): Cited[] {
  return rule.split(' ').flatMap((word) => {
    const [source = '', place = ''] = word.split(':')
    const key = `source.${source}`
    const one = words.coded(key, '')
    if (!one) return []
    const sentence = /^\d+$/.test(place) ? one : words.coded(`${key}.many`, one)
    const label = sentence.replace('{place}', place.replace(/-/g, '–').replace(/,/g, ', ')).trim()
    return [{ label, href: `/sources#${[source, firstOf(place)].filter(Boolean).join('-')}` }]
  })
}

/** Return the first place of `33-34`, of `9,30`; a name such as `dead-deals` is a place by
 * itself. */
const firstOf = (place: string): string =>
  /^\d/.test(place) ? (place.split(/[-,]/)[0] ?? '') : place
