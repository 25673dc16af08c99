# The image of one app, APP=web (players) or APP=admin-web: its files as Vite makes them, served by nginx, which carries /api and /socket.io to the gateway.
ARG NODE_IMAGE=node:26.10.0-slim
ARG NGINX_IMAGE=nginx:1.30.6

FROM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY . .
RUN mkdir /manifests && find . -name package.json -exec cp --parents -t /manifests {} + && \
    cp package-lock.json .npmrc /manifests/

FROM ${NODE_IMAGE} AS build
ARG APP
WORKDIR /app
COPY --from=manifests /manifests ./
RUN npm ci --workspace="${APP}" --ignore-scripts --no-audit --no-fund
COPY libs libs
COPY ${APP} ${APP}
COPY tsconfig.base.json ./
RUN npm run build --workspace="${APP}" && \
    node libs/real-servers/src/bin/nginx-config.ts "${APP}" > nginx.conf

FROM ${NGINX_IMAGE}
ARG APP
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Kismet ${APP}" \
      org.opencontainers.image.description="An app of Kismet and the server that it comes from" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
# Where the gateway is, as a name that the resolver of the machine knows whole.
ENV GATEWAY=gateway:8080
COPY --from=build /app/nginx.conf ./nginx.conf
COPY --from=build /app/${APP}/dist ./files
COPY deploy/docker/start-nginx.sh deploy/docker/is-ready.sh ./
USER 101:101
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 CMD ["bash", "is-ready.sh", "8080", "/health"]
ENTRYPOINT ["bash", "start-nginx.sh"]
