// What does each language call itself?

import type { Language } from './messages'

export const OWN_NAMES: Record<Language, string> = { fr: 'Français', nl: 'Nederlands', sv: 'Svenska', en: 'English' }
