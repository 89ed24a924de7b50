// Entry point. Requests everything that the first page needs in parallel: its code, its words
// and the chunk of the page in the address.

import { catalogue, startCatalogue } from './i18n/catalogues'
import { chosenLanguage } from './i18n/languages'
import { loadPage } from './app/loading'
import { routeOf } from './app/routes'

const ignored = () => null // whoever needs it asks again, and tells
const { page } = routeOf(location.hash)
const words = page === 'start' ? startCatalogue : catalogue
words(chosenLanguage()).catch(ignored)
loadPage(page).catch(ignored)
void import('./app/bootstrap').then(({ bootstrap }) => bootstrap())
