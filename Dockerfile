# syntax=docker/dockerfile:1

# What both stages are built on. A release gives it with its digest, and so does whoever wants to build the same again:
# --build-arg BASE=node:24-alpine@sha256:…
ARG BASE=node:24-alpine

# It is the same for every platform, and so is made once, on the builder's own: emulated, it would take many times as long.
FROM --platform=$BUILDPLATFORM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY deploy/package.json deploy/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY suites suites
COPY conformance conformance
COPY scripts scripts
RUN node scripts/build.ts

FROM ${BASE}
ARG BASE
ARG VERSION
ARG REVISION
ARG SOURCE
LABEL org.opencontainers.image.title="Partner lead service" \
      org.opencontainers.image.description="Accepts customer leads from vendor partners and reports their status." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.base.name="${BASE}"
# An init passes on a SIGTERM that comes before the service listens for it.
# hadolint ignore=DL3018
RUN apk add --no-cache tini
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_FILE=memory
# All programs in one file, and the list of the packages that are in it (SBOM, CycloneDX).
COPY --from=build /build/dist/leads.mjs /build/dist/leads.cdx.json ./
# The image's own user `node`, by number, so that a platform that forbids root can verify it. It writes no files.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/sbin/tini", "--"]
CMD ["node", "leads.mjs"]
