import type { User } from 'guidon-sdk'
import { userStatusWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'

export const AccountBadge = ({ status }: Pick<User, 'status'>) => {
  const say = useSay()
  return (
    <span className={`badge ${status === 'active' ? 'turn-done' : 'turn-over'}`}>
      {say(...userStatusWords[status])}
    </span>
  )
}
