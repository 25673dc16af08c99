import { testEachPage } from '@kismet/test-env/pictures/page-tests'
import { matchPath } from 'react-router'
import { routes } from '../src/shell/routes.ts'
import { picturedPages } from './pictured-pages.ts'
import { storedPictures } from './stored-pictures.ts'

testEachPage('admin-web', picturedPages, storedPictures, routes, (route, path) => matchPath(route, path) !== null)
