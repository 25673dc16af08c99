import type { ReactNode } from 'react'
import { Brand } from '../../core/brand.tsx'
import { useGetConfigQuery } from '../../entities/site/site-api.ts'
import { LoginForm } from './login-form.tsx'
import { Rays } from './rays.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import styles from './login.module.css'

/** What the back office is, and the way in. */
export function LoginScreen(): ReactNode {
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
          <p>Deposits, games and the ledger. What you do here is written to the audit log.</p>
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
