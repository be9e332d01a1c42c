# Backstall in a container: `docker build -t backstall .` (docs/self-hosting.md).
ARG DEBIAN=debian:trixie-slim

FROM ${DEBIAN} AS build
ARG DEBIAN_FRONTEND=noninteractive
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates npm
WORKDIR /opt/backstall
COPY package.json package-lock.json .npmrc ./
COPY scripts/link-node.js scripts/
# A mounted .npmrc names another registry, if there is one: `--secret id=npmrc,src=$HOME/.npmrc`.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npx --yes npm@11.19.1 ci --omit=dev
COPY . .
RUN npm run build

FROM ${DEBIAN}
ARG DEBIAN_FRONTEND=noninteractive
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
  && useradd --uid 1000 --no-create-home --home-dir /data --shell /usr/sbin/nologin backstall && install -d -o backstall -m 700 /data \
  && printf '#!/bin/sh\nexec node --import ./scripts/check-node.js scripts/backstall.ts "$@"\n' > /usr/local/bin/backstall \
  && chmod 755 /usr/local/bin/backstall
WORKDIR /opt/backstall
COPY --from=build /opt/backstall .
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data PATH=/opt/backstall/node_modules/.bin:$PATH
USER backstall
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# As `npm start`. The image has no npm.
CMD ["node", "--max-semi-space-size=16", "--import", "./scripts/check-node.js", "scripts/start.ts"]
