import { testEachPage } from '@kismet/test-env/pictures/page-tests'
import { parse } from 'regexparam'
import { routes } from '../src/shell/routes.ts'
import { picturedPages } from './pictured-pages.ts'
import { storedPictures } from './stored-pictures.ts'

testEachPage('web', picturedPages, storedPictures, routes, (route, path) => parse(route).pattern.test(path))
