/* global SwaggerUIBundle */
// Shows the document; calls are not made from the page, so there is nothing to authorize.
SwaggerUIBundle({
  url: 'docs/openapi.json',
  dom_id: '#document',
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
  plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null } })],
})
