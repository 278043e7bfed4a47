import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accentInLight } from 'guidon-design/hue'
import { getSite, type Site, type SiteChange, updateSite } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { houseFieldWords, paymentMethodWords, seatsShownWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { isAdmin } from '../../kit/roles.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Choice, Form, type Given, TextArea } from '../../ui/forms/form.tsx'
import { Embed } from './embed.tsx'
import { OwnPages } from './own-pages.tsx'
import css from './page.module.css'

/** The public site: whether visitors see it, its colour, and what the agency says on it in its own words. */
export default function SitePage() {
  const say = useSay()
  const mayChange = isAdmin(useMe())
  const { data: site } = useQuery({ queryKey: ['site'], queryFn: () => getSite(guidon) })
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('公開網站', 'Public site')}</h1>
          <p className="soft small">
            {say('訪客在這裡找團、看價格、報名。', 'Here visitors find trips, see prices and register.')}
          </p>
        </div>
        {site && isShown(site) && (
          <a className="button right" href="/" target="_blank" rel="noreferrer">
            {say('看網站', 'See the site')}
          </a>
        )}
      </header>
      {mayChange && <AdminTabs />}
      {!site && <Loading />}
      {site && <Standing site={site} />}
      {site && mayChange && <SiteForm key={site.version} site={site} />}
      {site && mayChange && <Embed site={site} />}
      {site && mayChange && <OwnPages isShown={isShown(site)} />}
    </div>
  )
}

const isShown = ({ is_on, missing }: Site) => is_on && missing.length === 0

/** Whether visitors see the site, and what hinders it. */
const Standing = ({ site }: { site: Site }) => {
  const say = useSay()
  const lacks = site.missing.length > 0
  const names = site.missing.map((field) => say(...houseFieldWords[field]))
  const words: Words = isShown(site)
    ? ['訪客看得到網站。', 'Visitors see the site.']
    : site.is_on
      ? [
          '網站已開啟，但公司資料不完整，訪客目前看不到。',
          'The site is on, but visitors do not see it while the record of the agency is incomplete.',
        ]
      : ['網站關閉中，訪客看不到。', 'The site is off; visitors do not see it.']
  return (
    <p className={lacks ? css.lacking : 'soft'} role="status">
      {say(...words)}{' '}
      {lacks && (
        <>
          {say(
            `公司資料尚未填寫或已到期：${names.join('、')}。請先補齊：`,
            `Missing or expired in the record of the agency: ${names.join(', ').toLowerCase()}. Complete it first: `,
          )}
          <Link to="/house">{say('公司資料', 'The agency')}</Link>
        </>
      )}
    </p>
  )
}

const sentences: readonly (readonly [name: 'lead' | 'registration' | 'footer', words: Words])[] = [
  ['lead', label.lead],
  ['registration', label.registration],
  ['footer', label.footer],
]

const SiteForm = ({ site }: { site: Site }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (change: SiteChange, guidon) => updateSite(guidon, change, { version: site.version }),
    says: ['已儲存', 'Saved'],
    changes: ['site'],
  })
  return (
    <Card title={say('設定', 'Settings')} className={css.settings}>
      <div className="within">
        <Form
          send={say('儲存', 'Save')}
          error={error}
          isPending={isPending}
          submit={(given) => mutate(changeOf(given))}
        >
          <Choice
            id="is_on"
            label={say('網站', 'The site')}
            hint={say('公司資料完整後才能開啟。', 'It can be switched on once the record of the agency is complete.')}
            defaultValue={site.is_on ? 'on' : 'off'}
            options={[
              ['off', say('關閉', 'Off')],
              ['on', say('開啟', 'On')],
            ]}
          />
          <Choice
            id="seats_shown"
            label={say(...label.seats_shown)}
            hint={say(
              '訪客看到的剩餘名額與成團尚缺人數。',
              'How exactly visitors learn of free seats and missing travelers.',
            )}
            defaultValue={site.seats_shown}
            options={Object.entries(seatsShownWords).map(([value, words]) => [value, say(...words)])}
          />
          <Choice
            id="telephone_only"
            label={say('只留電話報名', 'Registration by telephone number')}
            hint={say(
              '允許時，訪客可不填電子郵件；業務須於下一個工作日 18:00 前致電確認，否則名額釋出。',
              'If allowed, visitors may leave out the email. Sales call them by 18:00 of the next working day, else the seats go.',
            )}
            defaultValue={site.telephone_only ? 'on' : 'off'}
            options={[
              ['off', say('不允許', 'Not allowed')],
              ['on', say('允許', 'Allowed')],
            ]}
          />
          <fieldset>
            <legend>{say(...label.payment_methods)}</legend>
            <p className="hint">
              {say('報名時訪客可以選的；都不勾就不問。', 'What visitors may choose; with none, they are not asked.')}
            </p>
            {Object.entries(paymentMethodWords).map(([value, words]) => (
              <label key={value} className="choice">
                <input
                  type="checkbox"
                  name={`pays_${value}`}
                  value="on"
                  defaultChecked={site.payment_methods.some((each) => each === value)}
                />{' '}
                {say(...words)}
              </label>
            ))}
          </fieldset>
          <Colour site={site} />
          {sentences.map(([name, words]) => (
            <fieldset key={name}>
              <legend>{say(...words)}</legend>
              <TextArea
                id={`texts.${name}.text`}
                label={say('中文', 'Chinese')}
                defaultValue={site.texts[name]?.text ?? ''}
              />
              <TextArea
                id={`texts.${name}.text_en`}
                label={say('英文', 'English')}
                defaultValue={site.texts[name]?.text_en ?? ''}
              />
            </fieldset>
          ))}
          <TextArea
            id="hosts"
            label={say(...label.hosts)}
            hint={say(
              '一行一個，例如 https://www.example.com.tw；只有這些網站可以嵌入出團卡片。',
              'One on each line, such as https://www.example.com.tw. Only these may show the trips in a frame.',
            )}
            defaultValue={site.hosts.join('\n')}
          />
        </Form>
      </div>
    </Card>
  )
}

const chromaWords: readonly Words[] = [
  ['灰', 'Grey'],
  ['淡', 'Pale'],
  ['適中', 'Medium'],
  ['鮮明', 'Vivid'],
]

/** The hue and how colourful it is, with a sample in the colour that the site makes of them. */
const Colour = ({ site }: { site: Site }) => {
  const say = useSay()
  const [hue, setHue] = useState(site.hue)
  const [chroma, setChroma] = useState(site.chroma)
  return (
    <fieldset>
      <legend>{say(...label.color)}</legend>
      <div className="field">
        <label htmlFor="hue">{say(...label.hue)}</label>
        <input
          id="hue"
          name="hue"
          type="range"
          min={0}
          max={359}
          value={hue}
          className={css.hue}
          onChange={({ target }) => setHue(target.valueAsNumber)}
        />
      </div>
      <Choice
        id="chroma"
        label={say('鮮豔程度', 'How colourful')}
        defaultValue={String(site.chroma)}
        onChange={({ target }) => setChroma(target.selectedIndex)}
        options={chromaWords.map((words, step) => [String(step), say(...words)])}
      />
      <p className={css.sample} style={{ background: accentInLight({ hue, chroma }) }} aria-hidden="true">
        {say('按鈕的顏色', 'The colour of buttons')}
      </p>
    </fieldset>
  )
}

const changeOf = (given: Given): SiteChange => {
  const sentence = (name: string) => {
    const [text, text_en] = [given(`texts.${name}.text`), given(`texts.${name}.text_en`)]
    return text || text_en ? { text, text_en: text_en || null } : null
  }
  return {
    is_on: given('is_on') === 'on',
    telephone_only: given('telephone_only') === 'on',
    payment_methods: (Object.keys(paymentMethodWords) as Site['payment_methods']).filter(
      (each) => given(`pays_${each}`) === 'on',
    ),
    hue: Number(given('hue')),
    chroma: Number(given('chroma')),
    texts: { lead: sentence('lead'), registration: sentence('registration'), footer: sentence('footer') },
    seats_shown:
      (Object.keys(seatsShownWords) as Site['seats_shown'][]).find((each) => each === given('seats_shown')) ?? 'exact',
    hosts: given('hosts')
      .split('\n')
      .map((host) => host.trim())
      .filter(Boolean),
  }
}
