import { useNavigate } from '@tanstack/react-router'
import { createPackage, updatePackage } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { packageKindWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Choice, Field, Form } from '../../ui/forms/form.tsx'
import { Pairs } from '../../ui/forms/form-groups.tsx'
import { RecordField, RecordsField } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { bodyOf } from './body.ts'
import type { OnePackage } from './queries.ts'
import { TermFields, TextFields } from './sheet-fields.tsx'

type Props = { one?: OnePackage; close: () => void }

/** Makes a package, or changes its facts. Its days and its prices have places of their own. */
export default function PackageSheet({ one, close }: Props) {
  const say = useSay()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite({
    send: (body: ReturnType<typeof bodyOf>, guidon) =>
      one ? updatePackage(guidon, one.id, body, { version: one.version }) : createPackage(guidon, body),
    done: ({ id }) => {
      close()
      if (!one) navigate({ to: '/packages/$id', params: { id: String(id) } })
    },
    changes: ['packages', 'options'],
  })
  return (
    <Sheet title={one ? say('修改行程', 'Change the package') : say('新增行程', 'New package')} close={close}>
      <Form
        send={say('儲存', 'Save')}
        error={error}
        isPending={isPending}
        submit={(given) => mutate(bodyOf(given, one))}
      >
        <Naming one={one} />
        <Length one={one} />
        <Where one={one} />
        <TextFields one={one} />
        <TermFields one={one} />
      </Form>
    </Sheet>
  )
}

type PartProps = { one: OnePackage | undefined }

const Naming = ({ one }: PartProps) => {
  const say = useSay()
  return (
    <>
      <Field
        id="package_code"
        label={say(...label.code)}
        hint={say('團號會以它開頭，例如 CNX。', 'Trip serials begin with it, such as CNX.')}
        defaultValue={one?.package_code}
        maxLength={30}
        required
      />
      <Field id="name" label={say(...label.name)} defaultValue={one?.name} maxLength={200} required />
      <Field id="name_en" label={say(...label.name_en)} defaultValue={one?.name_en ?? ''} maxLength={200} />
      <Field
        id="subtitle"
        label={say(...label.subtitle)}
        hint={say(
          '在公開網站的名稱下方；空白時顯示特色。',
          'Below the name on the public site; without one the highlights are shown.',
        )}
        defaultValue={one?.subtitle ?? ''}
        maxLength={200}
      />
      <Field id="subtitle_en" label={say(...label.subtitle_en)} defaultValue={one?.subtitle_en ?? ''} maxLength={200} />
      <Field
        id="slug"
        label={say(...label.slug)}
        hint={say(
          '例如 hokkaido：公開網站的 /packages/hokkaido。空白時用代碼。',
          'Such as hokkaido, for /packages/hokkaido on the public site; without one the code is used.',
        )}
        defaultValue={one?.slug ?? ''}
        maxLength={80}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Choice
        id="kind"
        label={say(...label.kind)}
        defaultValue={one?.kind ?? 'group'}
        options={Object.entries(packageKindWords).map(([value, [zh, en]]) => [value, say(zh, en)])}
      />
    </>
  )
}

const Length = ({ one }: PartProps) => {
  const say = useSay()
  const numbers = [
    ['days', say('天數', 'Days'), one?.days, true],
    ['nights', say('夜數（空白＝天數減一）', 'Nights (empty: one less than days)'), one?.nights, false],
    ['min_pax', say(...label.min_pax), one?.min_pax ?? 10, true],
    ['max_pax', say(...label.max_pax), one?.max_pax ?? 40, true],
    [
      'leader_required_from_pax',
      say('幾人以上要派領隊', 'Leader required from (people)'),
      one?.leader_required_from_pax,
      false,
    ],
  ] as const
  return (
    <Pairs>
      {numbers.map(([id, label, value, required]) => (
        <Field key={id} id={id} label={label} inputMode="numeric" defaultValue={value ?? ''} required={required} />
      ))}
    </Pairs>
  )
}

const Where = ({ one }: PartProps) => {
  const say = useSay()
  return (
    <>
      <RecordField id="area_id" label={say(...label.area_id)} of="/api/geographical-areas" first={one?.area_id} />
      <RecordField id="category_id" label={say(...label.category_id)} of="/api/categories" first={one?.category_id} />
      <RecordField
        id="departure_city_id"
        label={say(...label.departure_city_id)}
        of="/api/cities"
        first={one?.departure_city_id}
      />
      <RecordsField
        id="countries"
        label={say(...label.countries)}
        of="/api/countries"
        first={one?.countries.map(({ country_id }) => country_id) ?? []}
      />
      <RecordsField id="season_ids" label={say(...label.season_ids)} of="/api/seasons" first={one?.season_ids ?? []} />
    </>
  )
}
