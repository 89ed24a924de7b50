// Chunk with the other pages and the dialogs, loaded with the first of them or once the start page
// is idle.

export { default as Account } from '../../account/Account.svelte'
export { default as Daily } from '../../lobby/Daily.svelte'
export { default as Fairness } from '../../fairness/Fairness.svelte'
export { default as FindTable } from '../../lobby/FindTable.svelte'
export { default as Help } from '../../rules/Help.svelte'
export { default as MailLink } from '../../account/MailLink.svelte'
export { default as Profile } from '../../ranking/Profile.svelte'
export { default as Ranking } from '../../ranking/Ranking.svelte'
export { default as RulesPage } from '../../rules/RulesPage.svelte'
export { default as Settings } from '../../settings/Settings.svelte'
