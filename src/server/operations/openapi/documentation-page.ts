import { errors } from '#contract/errors.ts'
import { type Html, html } from '#server/messaging/mail/html.ts'
import type { OpenApiDocument, Operation } from './openapi-document.ts'
import { schemaText } from './schema-text.ts'

/** Address of the page's style sheet, the only thing that it loads. */
export const styleAddress = '/api/docs.css'

/** The calls as a page for people, without scripts or third-party requests. */
export function documentationPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of ${document.info.title}</title>
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<header>
<h1>API of ${document.info.title}</h1>
<p>${document.info.description.replaceAll('`', '')}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>. Base URL: ${document.servers[0]?.url}</p>
<nav aria-label="Parts"><ul>${document.tags.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}<li><a href="#failures">failures</a></li></ul></nav>
</header>
<main>
${document.tags.map(
  ({ name }) => html`<section id="${name}"><h2>${name}</h2>
${operations.filter(({ operation }) => operation.tags.includes(name)).map(({ path, method, operation }) => callOf(method, path, operation))}
</section>`,
)}
<section id="failures"><h2>failures</h2>
<div class="wide"><table><thead><tr><th>code</th><th>status</th><th>message</th></tr></thead><tbody>
${Object.entries(errors).map(([code, { status, message }]) => html`<tr><td><code>${code}</code></td><td>${status}</td><td>${message}</td></tr>`)}
</tbody></table></div>
</section>
</main>
</body>
</html>
`
  return page.markup
}

function callOf(method: string, path: string, operation: Operation): Html {
  const { requestBody, responses, parameters } = operation
  const answers = Object.entries(responses).filter(([status]) => status !== 'default')
  return html`<article id="${operation.operationId}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${operation.summary.replaceAll('`', '')} ${whoMay(operation)}</p>
${
  parameters.length > 0
    ? html`<h4>Parameters</h4><ul>${parameters.map((one) => html`<li><code>${one.name}</code>${one.required ? '' : '?'} in the ${one.in}: <code>${schemaText(one.schema)}</code> ${one.schema.description}</li>`)}</ul>`
    : undefined
}
${requestBody ? contentOf('Body', requestBody.content) : undefined}
${answers.map(([status, { content }]) => contentOf(`Answer ${status}`, content))}
</article>`
}

function contentOf(title: string, content: NonNullable<Operation['requestBody']>['content']): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) => html`<h4>${title}, ${type}</h4><pre tabindex="0">${schemaText(schema)}</pre>`,
  )}`
}

function whoMay(operation: Operation): string {
  const scopes = operation.security.flatMap((way) => way.apiKey ?? [])
  return [people(operation), ...scopes.map((scope) => `API keys need ${scope}.`)].join(' ')
}

function people({ security, tags }: Operation): string {
  if (tags.includes('admin')) return 'For administrators.'
  if (security.some((way) => Object.keys(way).length === 0) || security.length === 0) return 'For anyone.'
  return 'For signed-in users.'
}
