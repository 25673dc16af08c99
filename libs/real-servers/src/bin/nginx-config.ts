// Prints the configuration of nginx for an app: nginx-config.ts web | admin-web
import { renderNginxConfig } from '../nginx-config.ts'

const app = process.argv[2]
if (app !== 'web' && app !== 'admin-web') {
  console.error('usage: nginx-config.ts web | admin-web')
  process.exit(2)
}
process.stdout.write(renderNginxConfig({ passesAdminCalls: app === 'admin-web' }))
