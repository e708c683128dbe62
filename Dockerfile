# syntax=docker/dockerfile:1
# docker buildx build --platform linux/amd64,linux/arm64 --tag porchlight .

# Everything that runs during the build runs on the builder's own platform, so that no emulator is needed.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci && npm run build
# npm selects the native packages of the target: PostgreSQL, sharp, and argon2. The image has its own Node.
ARG TARGETARCH
RUN --mount=type=cache,target=/root/.npm \
  npm ci --omit=dev --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
  && rm -rf node_modules/node-linux-* node_modules/node-win-* \
  && mkdir /data

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
COPY --from=build --chown=1000:1000 /data /data
VOLUME /data
# The user `node` of the base image. Kubernetes can verify only a number with `runAsNonRoot`.
USER 1000:1000
EXPOSE 4000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/packages/cli/bin/porchlight.js"]
CMD ["start"]
