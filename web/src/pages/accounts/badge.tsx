import type { User } from 'guidon-sdk'
import { useSay, type Words } from '../../kit/words.ts'

export const statusWords: Record<User['status'], Words> = {
  active: ['使用中', 'Active'],
  suspended: ['已停用', 'Suspended'],
}

export const AccountBadge = ({ status }: Pick<User, 'status'>) => {
  const say = useSay()
  return (
    <span className={`badge ${status === 'active' ? 'turn-done' : 'turn-over'}`}>{say(...statusWords[status])}</span>
  )
}
