import type { OrOther, RiskKind } from '@kismet/contracts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { Glyph } from '@kismet/ui/icon.tsx'
import History from 'lucide-react/icons/history'
import Images from 'lucide-react/icons/images'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'

/** As a row of a list says it; the request itself says more. */
const looks: Readonly<Record<OrOther<RiskKind>, { icon: Glyph; word: string }>> = {
  bank_row_used: { icon: History, word: 'Payment used' },
  utr_rejected_before: { icon: TriangleAlert, word: 'Same UTR' },
  same_proof: { icon: Images, word: 'Same image' },
  account_of_others: { icon: Users, word: 'Account of two players' },
  other: { icon: TriangleAlert, word: 'Look closely' },
}

/** What speaks against a request that waits. */
export function RiskTags({ risks }: { risks: readonly OrOther<RiskKind>[] }): ReactNode {
  return [...new Set(risks)].map((risk) => (
    <Tag key={risk} tone="bad" icon={looks[risk].icon}>
      {looks[risk].word}
    </Tag>
  ))
}
