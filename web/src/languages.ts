// What does each language call itself?

export type Language = 'fr' | 'nl' | 'sv' | 'en'

export const OWN_NAMES: Record<Language, string> = { fr: 'Français', nl: 'Nederlands', sv: 'Svenska', en: 'English' }
