import type { GetUser, UserInput } from 'guidon-sdk'
import { departmentWords } from 'guidon-sdk/words/department'
import { roleWords } from 'guidon-sdk/words/role'
import { useState } from 'react'
import type { Department, Role } from '../../kit/role-words.ts'
import { useSay } from '../../kit/words.ts'
import { Choice, Field, type Given, useFault } from '../../ui/forms/form.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { useBranches } from '../reference/shared/branches.ts'

const roles = Object.keys(roleWords) as Role[]
const departments = Object.keys(departmentWords) as Department[]

type Props = { user?: GetUser }

/** What an account is made of, for an invitation and for a change. */
export const AccountFields = ({ user }: Props) => {
  const say = useSay()
  return (
    <>
      <Field id="name" label={say('姓名', 'Name')} defaultValue={user?.name ?? ''} required />
      <Field id="name_en" label={say('英文姓名', 'Name in English')} defaultValue={user?.name_en ?? ''} />
      <Field id="email" type="email" label={say('信箱', 'Email')} defaultValue={user?.email ?? ''} required />
      <Field id="phone" type="tel" label={say('電話', 'Phone')} defaultValue={user?.phone ?? ''} />
      <Placement {...(user && { user })} />
      <Branch {...(user && { user })} />
      <Choice
        id="locale"
        label={say('語言', 'Language')}
        defaultValue={user?.locale ?? 'zh-TW'}
        options={[
          ['zh-TW', '中文（台灣）'],
          ['en', 'English'],
        ]}
      />
    </>
  )
}

/** The fields as the service takes them. */
export const accountGiven = (given: Given) => {
  const role = roles.find((each) => each === given('role')) ?? 'sales'
  return {
    name: given('name'),
    name_en: given('name_en') || null,
    email: given('email'),
    phone: given('phone') || null,
    role,
    departments: role === 'department' ? departments.filter((each) => given(each) === 'on') : [],
    tour_leader_id: (role === 'leader' && Number(given('tour_leader_id'))) || null,
    branch_id: Number(given('branch_id')) || null,
    locale: given('locale') === 'en' ? 'en' : 'zh-TW',
  } satisfies UserInput
}

/** The role, and what belongs to it: the departments of a department's people, the profile of a leader. */
const Placement = ({ user }: Props) => {
  const say = useSay()
  const [role, setRole] = useState<Role>(user?.role ?? 'sales')
  return (
    <>
      <div className="field">
        <label htmlFor="role">{say('角色', 'Role')}</label>
        <select
          className="input"
          id="role"
          name="role"
          value={role}
          onChange={({ target }) => setRole(roles.find((each) => each === target.value) ?? role)}
        >
          {roles.map((each) => (
            <option key={each} value={each}>
              {say(...roleWords[each])}
            </option>
          ))}
        </select>
        {user && role !== user.role && (
          <p className="hint">{say('換角色會登出所有裝置。', 'A new role signs every device out.')}</p>
        )}
      </div>
      {role === 'department' && <Departments chosen={user?.departments ?? []} />}
      {role === 'leader' && <LeaderProfile {...(user && { user })} />}
    </>
  )
}

const Departments = ({ chosen }: { chosen: Department[] }) => {
  const say = useSay()
  const [fault, other] = [useFault('department'), useFault('departments')]
  return (
    <fieldset className="field">
      <legend className="label small soft">{say('部門', 'Departments')}</legend>
      <div className="checks">
        {departments.map((each) => (
          <label key={each}>
            <input type="checkbox" name={each} defaultChecked={chosen.includes(each)} />
            {say(...departmentWords[each])}
          </label>
        ))}
      </div>
      {(fault ?? other) && <p className="fault">{fault ?? other}</p>}
    </fieldset>
  )
}

// Fields that keep what they have until somebody chooses, also before the lists are read.

const LeaderProfile = ({ user }: Props) => {
  const say = useSay()
  return (
    <RecordField
      id="tour_leader_id"
      label={say('領隊資料', 'Profile of the leader')}
      of="/api/tour-leaders"
      first={user?.tour_leader_id}
    />
  )
}

/** Empty stands for the head office. */
const Branch = ({ user }: Props) => {
  const say = useSay()
  const branches = useBranches() ?? []
  if (branches.length === 0 && !user?.branch_id) return null
  return (
    <RecordField
      id="branch_id"
      label={say('分公司（空白為總公司）', 'Branch (empty: the head office)')}
      of="/api/branches"
      first={user?.branch_id}
    />
  )
}
