import { useQuery } from '@tanstack/react-query'
import { deleteMySession, listMySessions, type MySession } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { fromNow } from '../../../kit/days.ts'
import { signOutEverywhere } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/empty.tsx'
import css from './page.module.css'

/** Where the reader is signed in, with a button to end each session. */
export const Sessions = () => {
  const say = useSay()
  const { data: sessions } = useQuery({ queryKey: ['sessions'], queryFn: () => listMySessions(guidon) })
  return (
    <Card title={say('已登入的裝置', 'Signed-in devices')} count={sessions?.length}>
      {!sessions && <Loading />}
      <ul className={css.devices}>
        {sessions?.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      <div className="within">
        <Everywhere />
      </div>
    </Card>
  )
}

/**
 * Ends all sessions, including this one, and revokes all personal tokens: for a lost phone or a password that somebody else knows.
 */
const Everywhere = () => {
  const say = useSay()
  return (
    <div className="ways">
      <button type="button" className="button" onClick={signOutEverywhere}>
        {say('登出所有裝置，並撤銷 API 金鑰', 'Sign out everywhere and revoke API tokens')}
      </button>
    </div>
  )
}

const Device = ({ session: { id, name, last_used_at, is_current } }: { session: MySession }) => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => deleteMySession(guidon, id),
    tellsRefusal: true,
    changes: ['sessions'],
  })
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="small soft">{is_current ? say('這個裝置', 'This device') : fromNow(last_used_at)}</p>
      </div>
      {!is_current && (
        <button
          type="button"
          className="button"
          disabled={isPending}
          onClick={() => mutate()}
          aria-label={say(`登出 ${name}`, `Sign ${name} out`)}
        >
          {say('登出', 'Sign out')}
        </button>
      )}
    </li>
  )
}
