import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '../../kit/http/server/origin.ts'
import type { Asking } from './protocol.ts'
import { type Environment, type Provider, protocols } from './provider.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Addresses that take the place of those of providers. Tests and drills set them. */
    providerUrls: ProviderUrls
  }
}
export type ProviderUrls = Readonly<Partial<Record<Provider, string | undefined>>>

const hosts = {
  ecpay: { test: 'https://payment-stage.ecpay.com.tw', production: 'https://payment.ecpay.com.tw' },
  newebpay: { test: 'https://ccore.newebpay.com', production: 'https://core.newebpay.com' },
} as const satisfies Record<Provider, Record<Environment, string>>

/** Where a browser posts an order to, and where it may be led from there: a provider's pages lie on several of its hosts. */
export function placeToPay({ providerUrls }: FastifyInstance, of: Of) {
  const host = hostOf(providerUrls, of)
  const postsTo = providerUrls[of.provider] ? [new URL(host).origin] : domains[of.provider]
  return { action: host + protocols[of.provider].path, postsTo }
}

/** Where the provider is asked for a trade. */
export function askingAddress(providerUrls: ProviderUrls | undefined, of: Of, { path }: Asking) {
  return hostOf(providerUrls, of) + path
}

/** Where the provider is asked for a payment by card, and told to give it back. ECPay answers about cards on another host. */
export function cardAddress(providerUrls: ProviderUrls | undefined, of: Of, host: 'cards' | undefined) {
  if (host === undefined || of.provider !== 'ecpay') return hostOf(providerUrls, of)
  return providerUrls?.ecpay ?? cardHosts[of.environment]
}

const cardHosts = {
  test: 'https://ecpayment-stage.ecpay.com.tw',
  production: 'https://ecpayment.ecpay.com.tw',
} as const satisfies Record<Environment, string>

const hostOf = (providerUrls: ProviderUrls | undefined, { provider, environment }: Of) =>
  providerUrls?.[provider] ?? hosts[provider][environment]

type Of = { provider: Provider; environment: Environment }

const domains = {
  ecpay: ['https://*.ecpay.com.tw'],
  newebpay: ['https://*.newebpay.com'],
} as const satisfies Record<Provider, readonly string[]>

/** Where a provider sends its notices, where it tells the number that it gives, and where a customer goes back to. NewebPay lets the customer's browser bring the number. */
export function ourAddresses(request: FastifyRequest, provider: Provider, back: string) {
  const origin = originOf(request)
  const notices = `${origin}/api/payment-notices/${provider}`
  const [page = ''] = back.split('#')
  return {
    notify_url: notices,
    number_url:
      provider === 'ecpay' ? `${notices}-numbers` : `${notices}-numbers?${new URLSearchParams({ back: page })}`,
    back_url: origin + back,
  }
}
