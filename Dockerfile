# syntax=docker/dockerfile:1
# The steps of each stage are lines that scripts/image-steps.ts runs too, where no container engine is at hand.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# Installs, generates, bundles the pages and removes what is not read (scripts/prepare.ts).
RUN npm ci --omit=dev --no-audit --no-fund
ARG COMMIT=unknown
RUN echo "$COMMIT" > commit
# The image has its own Node.
RUN rm -rf node_modules/node node_modules/.bin/node
RUN rm -rf test bench .git

FROM node:24-bookworm-slim
ENV NODE_ENV=production DOCSVC_HOST=0.0.0.0 DOCSVC_DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576 GLIBC_TUNABLES=glibc.malloc.hugetlb=1 UV_THREADPOOL_SIZE=6
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -p /data && chown 10001:10001 /data && chmod 0700 /data
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "scripts/healthcheck.ts"]
# The server is process 1: it gets the signals itself, without npm or a shell.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "--v8-pool-size=1", "--no-maglev", "--no-concurrent-sparkplug", "--no-allocation-site-pretenuring", "--heap-growing-percent=200", "--disable-warning=ExperimentalWarning", "src/main.js"]
