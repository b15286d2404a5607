# The image of Restante. docs/containers.md says how to run it; tests/real-services builds and runs it.
#   docker build -t restante .
# Any Debian-based image with libatomic1, Node 20 or newer and npm will do as NODE_IMAGE: the server brings its own Node.
ARG NODE_IMAGE=docker.io/library/node:26-bookworm-slim

# Runs on the machine that builds, and makes the files of any platform: nothing is emulated.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
ARG TARGETARCH
# Time in the bill of materials, in seconds since 1970.
ARG SOURCE_DATE_EPOCH=0
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/require-node.mjs scripts/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm run image-files -- "$TARGETARCH" /image

# Names the platform, because buildah 1.28 would go on with that of the stage before.
FROM --platform=$TARGETPLATFORM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Restante" \
  org.opencontainers.image.description="Temporary file transfer: scanned, encrypted at rest, gone when its time is up." \
  org.opencontainers.image.licenses="MIT"
WORKDIR /app
COPY --from=build --chown=10001:0 /image/data /data
# Where compose.yaml puts the volume of its backups, which takes the owner from here.
COPY --from=build --chown=10001:0 /image/backups /backups
COPY --from=build /image/app ./
ENV NODE_ENV=production \
  PATH=/app/deploy/image:/app/node:$PATH \
  DATA_DIR=/data \
  HOST=0.0.0.0 \
  PORT=3000
# Any other user will do as well that may write to /data.
USER 10001:0
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["restante-ready"]
CMD ["deploy/start", "dist/server/main.js"]
