FROM python:3.11-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
RUN python -m venv /opt/farspeaker
# Dependencies first: this layer is kept as long as the lock does not change.
COPY requirements.lock requirements-dev.lock ./
RUN /opt/farspeaker/bin/pip install --require-hashes --requirement requirements.lock
# The build backend comes from the lock too, by its hash, and stays in this stage.
RUN awk '/^[^ ]/ { on = /^setuptools==/ } on' requirements-dev.lock > build.lock \
    && pip install --require-hashes --requirement build.lock
COPY . .
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheel . \
    && /opt/farspeaker/bin/pip install --no-deps --no-index /wheel/*.whl

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/farspeaker --create-home farspeaker
COPY --from=build /opt/farspeaker /opt/farspeaker
ENV PATH=/opt/farspeaker/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    FARSPEAKER_DATA=/var/lib/farspeaker
USER farspeaker
WORKDIR /var/lib/farspeaker
VOLUME /var/lib/farspeaker
# The service writes a sign of life while Discord and the database both answer.
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 CMD ["farspeaker", "health"]
CMD ["farspeaker", "discord"]
