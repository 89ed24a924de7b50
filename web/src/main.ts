// Entry point. Requests everything that the first page needs in parallel: its code, one language
// and the chunk of the page in the address.

import { catalogue } from './i18n/catalogues'
import { chosenLanguage } from './i18n/languages'
import { loadPage } from './app/loading'
import { routeOf } from './app/routes'

const ignored = () => null // whoever needs it asks again, and tells
catalogue(chosenLanguage()).catch(ignored)
loadPage(routeOf(location.hash).page).catch(ignored)
void import('./app/bootstrap').then(({ bootstrap }) => bootstrap())
