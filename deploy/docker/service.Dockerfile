# One image for all services and the gateway: the command names which, such as `services/wallet`. Node runs the TypeScript sources themselves (docs/internals/decisions/0001, 0016).
ARG NODE_IMAGE=node:26.10.0-slim

# What the packages hang on, so that a change of other sources does not install them anew.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY . .
RUN node deploy/docker/service-manifests.ts /manifests

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY --from=manifests /manifests ./
# No package that a service needs has a step of its own to install; none that wants one gets it.
RUN npm install --package-lock-only --ignore-scripts --no-audit --no-fund && \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Kismet services" \
      org.opencontainers.image.description="All services of Kismet and its gateway; the command names one of them" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# npm is for whoever builds.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* && \
    install -d -o 1000 -g 1000 -m 700 /var/lib/kismet/audit-heads /var/lib/kismet/proofs
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
COPY --from=packages /app ./
COPY libs/contracts libs/contracts
COPY libs/fairness libs/fairness
COPY libs/game-kit libs/game-kit
COPY libs/service-kit libs/service-kit
COPY services services
COPY gateway gateway
COPY deploy/local/src/service-table.ts deploy/local/src/
# What makes the secrets of compose, with the configurations of its servers.
COPY deploy/local/src/bin/secrets.ts deploy/local/src/bin/
COPY deploy/local/src/compose/secrets.ts deploy/local/src/compose/
COPY libs/real-servers/package.json libs/real-servers/
COPY libs/real-servers/src/nats-config.ts libs/real-servers/src/redis-config.ts libs/real-servers/src/
RUN ln -s ../../libs/real-servers node_modules/@kismet/real-servers
COPY deploy/docker/start.ts deploy/docker/is-ready.sh deploy/docker/
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=5s --start-period=180s --retries=3 CMD ["bash", "deploy/docker/is-ready.sh", "8080", "/ready"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "deploy/docker/start.ts"]
