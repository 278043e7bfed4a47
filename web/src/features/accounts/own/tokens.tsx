import { useQuery } from '@tanstack/react-query'
import { deleteMyToken, listMyTokens, type MySession } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import { guidon } from '../../../kit/api.ts'
import { dayWithYear, fromNow } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useSay } from '../../../kit/words.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/empty.tsx'
import css from './page.module.css'

const TokenSheet = lazy(() => import('./token-sheet.tsx'))

/** API tokens for programs that act for the reader. */
export const Tokens = () => {
  const say = useSay()
  const [isMaking, setMaking] = useState(false)
  const { data: tokens } = useQuery({ queryKey: ['tokens'], queryFn: () => listMyTokens(guidon) })
  return (
    <Card
      title={say('API 金鑰', 'API tokens')}
      count={tokens?.length || undefined}
      aside={
        <button type="button" className="button more" onClick={() => setMaking(true)}>
          {say('新增 API 金鑰…', 'New API token…')}
        </button>
      }
    >
      {!tokens && <Loading />}
      {tokens?.length === 0 && (
        <p className="within small soft">
          {say(
            '給試算表或其他程式以您的身分讀寫資料時使用。',
            'For a spreadsheet or another program that reads and writes data as you.',
          )}
        </p>
      )}
      <ul className={css.devices}>
        {tokens?.map((token) => (
          <Token key={token.id} token={token} />
        ))}
      </ul>
      {isMaking && (
        <Suspense>
          <TokenSheet close={() => setMaking(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const Token = ({ token: { id, name, last_used_at, expires_at } }: { token: MySession }) => {
  const say = useSay()
  const until = dayWithYear(expires_at)
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="small soft">
          {say(`有效至 ${until}・上次使用 `, `until ${until}, last used `)}
          {fromNow(last_used_at)}
        </p>
      </div>
      <ActButton
        words={['撤銷', 'Revoke']}
        sure={['確定撤銷？', 'Revoke it?']}
        about={name}
        act={(guidon) => deleteMyToken(guidon, id)}
        says={['API 金鑰已撤銷', 'API token revoked']}
        changes={['tokens']}
      />
    </li>
  )
}
