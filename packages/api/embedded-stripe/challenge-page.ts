import { parseForm } from './form-encoding.ts'
import { formatAmount, htmlPage } from './html-page.ts'
import { failIntent, findIntent, payIntent } from './payment-intents.ts'
import { missing } from './stripe-failure.ts'
import type { Intent } from './stripe-state.ts'
import { authenticationFailure } from './test-cards.ts'
import type { StripeContext } from './stripe-context.ts'

/** The bank's page for a card with authentication: asks the question, stores the choice, sends the customer back. */
export async function handleChallenge(context: StripeContext, request: Request): Promise<Response> {
  const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
  const intent = findIntent(context, id)
  const challenge = context.store.state.challenges[id]
  if (challenge === undefined) throw missing('challenge', id)
  if (request.method !== 'POST') return page(intent)

  const { answer } = parseForm(await request.text())
  if (intent.status === 'requires_action') {
    if (answer === 'complete') payIntent(context, intent, challenge)
    else failIntent(context, intent, authenticationFailure, challenge)
    context.store.save()
  }
  const back = new URL(challenge.returnUrl)
  back.searchParams.set('payment_intent', intent.id)
  back.searchParams.set('payment_intent_client_secret', intent.client_secret)
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return new Response(null, { status: 303, headers: { location: back.href } })
}

function page(intent: Intent): Response {
  return htmlPage(
    '3-D Secure test page',
    `<h1>Is it you who is paying?</h1>
      <p>Here your bank would ask you to approve the payment of <strong>${formatAmount(intent.amount, intent.currency)}</strong>.
        No bank is asked and nothing is charged.</p>
      <form method="post">
        <button name="answer" value="complete" id="test-source-authorize-3ds">Complete</button>
        <button name="answer" value="fail" id="test-source-fail-3ds" class="quiet">Fail</button>
      </form>`,
  )
}
