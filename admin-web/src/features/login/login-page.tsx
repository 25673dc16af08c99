import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { z } from 'zod'
import { paths } from '../../core/paths.ts'
import { selectToken } from '../../entities/session/session-slice.ts'
import { useAppSelector } from '../../core/store.ts'
import { Brand } from '../../core/brand.tsx'
import { useGetConfigQuery } from '../../entities/site/site-api.ts'
import { LoginForm } from './login-form.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import styles from './login.module.css'

const mark =
  'M15 1c.9 8 2.6 12.6 5.6 16C29 15.2 37 11 44.5 4 41 13 35 19.5 27.5 24 35 28.5 41 35 44.5 44 37 37 29 32.8 20.6 31c-3 3.4-4.7 8-5.6 16-.9-9.5-3-17.2-7.5-23C12 18.2 14.1 10.5 15 1z'
const outlines = 10

/** The mark, drawn again and again around itself, fading outwards. */
function Rays({ className }: { className: string | undefined }): ReactNode {
  return (
    <svg className={className} viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {Array.from({ length: outlines }, (_, at) => (
        <path
          key={at}
          d={mark}
          vectorEffect="non-scaling-stroke"
          transform={`translate(500 300) scale(${(2.2 + at * 1.75).toFixed(2)}) translate(-22 -24)`}
          opacity={(0.62 - at * 0.054).toFixed(2)}
        />
      ))}
    </svg>
  )
}

/** The login page: what the back office is, and the login form. */
function LoginScreen(): ReactNode {
  const { data: config } = useGetConfigQuery({})
  return (
    <div className={styles.login}>
      <section className={styles.pitch} aria-label="Kismet">
        <Rays className={styles.rays} />
        <Brand plain />
        <div className={styles.words}>
          <p className={styles.claim}>
            Every rupee,
            <br />
            accounted for.
          </p>
          <p>Deposits, games and the ledger. Decisions and changes of settings are written to the audit log.</p>
        </div>
        <p className={textClass('small', 'mute')}>
          {config?.mode === 'play' ? 'Play money · times in IST' : 'Times in IST'}
        </p>
      </section>
      <main className={styles.right} tabIndex={-1}>
        <div className={styles.card}>
          <div className={classNames(textClass('phone'), styles.brand)}>
            <Brand />
          </div>
          <div>
            <h1>Admin login</h1>
            <p>Players log in on the casino site.</p>
          </div>
          <LoginForm />
        </div>
      </main>
    </div>
  )
}

/** The page to open after the login. Only pages of the back office are accepted. */
const Origin = z.object({ from: z.string().startsWith('/admin/') })

/** Shows the login page. A logged-in admin is redirected to the requested page. */
export function LoginPage(): ReactNode {
  const token = useAppSelector(selectToken)
  const location = useLocation()
  if (token === null) return <LoginScreen />
  return <Navigate to={Origin.safeParse(location.state).data?.from ?? paths.dashboard} replace />
}
