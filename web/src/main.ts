// Where does the page begin? What it shows is fetched at once, side by side: code, words, and the page that the address names.

import { catalogue } from './i18n/catalogues'
import { chosenLanguage } from './i18n/languages'
import { loadPage } from './app/chunks'
import { routeOf } from './app/routes'

const ignored = () => null // whoever needs it asks again, and tells
catalogue(chosenLanguage()).catch(ignored)
loadPage(routeOf(location.hash).page).catch(ignored)
void import('./app/bootstrap').then(({ bootstrap }) => bootstrap())
