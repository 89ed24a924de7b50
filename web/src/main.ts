// Where does the page begin? What it shows is fetched at once, side by side: code, words, and the page that the address names.

import { catalogue } from './catalogues'
import { chosenLanguage } from './languages'
import { fetchPage } from './parts'
import { routeOf } from './routes'

const ignored = () => null // whoever needs it asks again, and tells
catalogue(chosenLanguage()).catch(ignored)
fetchPage(routeOf(location.hash).page).catch(ignored)
void import('./begin').then(({ begin }) => begin())
