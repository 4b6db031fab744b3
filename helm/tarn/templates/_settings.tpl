{{/* The files of a service that come from secrets, as a list of name, secret, key, path of the folder. */}}
{{- define "tarn.secretFiles" -}}
{{- $files := list }}
{{- with .root.Values.identity.jwks }}
{{- if .existingSecret }}
{{- $files = append $files (dict "name" "jwks" "secret" .existingSecret "key" .key "path" "/etc/tarn/jwks") }}
{{- end }}
{{- end }}
{{- with .root.Values.database.caSecret }}
{{- $files = append $files (dict "name" "database-ca" "secret" . "key" "ca.crt" "path" "/etc/tarn/database") }}
{{- end }}
{{- with .root.Values.kafka.caSecret }}
{{- $files = append $files (dict "name" "kafka-ca" "secret" . "key" "ca.crt" "path" "/etc/tarn/kafka") }}
{{- end }}
{{- with .tokenSecret }}
{{- $files = append $files (dict "name" "token" "secret" . "key" "token" "path" "/etc/tarn/token") }}
{{- end }}
{{- if .modelKey }}
{{- $files = append $files (dict "name" "model-key" "secret" .root.Values.models.existingSecret "key" .modelKey "path" "/etc/tarn/model-key") }}
{{- end }}
{{- toYaml $files }}
{{- end }}

{{/* An entry of env. (dict "name" N "value" V); Helm reads every number as a float. */}}
{{- define "tarn.env" -}}
- name: {{ .name }}
{{- if kindIs "float64" .value }}
  value: {{ .value | int64 | toString | quote }}
{{- else }}
  value: {{ .value | toString | quote }}
{{- end }}
{{- end }}

{{/* An entry of env out of a secret. (dict "name" N "secret" S "key" K) */}}
{{- define "tarn.secretEnv" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end }}

{{/* The environment of a Spring service: what the chart knows, then the settings of its values. */}}
{{- define "tarn.serviceEnv" -}}
{{- $values := .root.Values }}
{{- $kafka := $values.kafka -}}
{{ include "tarn.env" (dict "name" "SERVER_ADDRESS" "value" $values.bindAddress) }}
{{ include "tarn.env" (dict "name" "SERVER_PORT" "value" .port) }}
{{ include "tarn.env" (dict "name" "TARN_IDENTITY_ISSUER" "value" $values.identity.issuer) }}
{{ include "tarn.env" (dict "name" "TARN_IDENTITY_AUDIENCE" "value" $values.identity.audience) }}
{{- if $values.identity.jwks.existingSecret }}
{{ include "tarn.env" (dict "name" "TARN_IDENTITY_JWKSURI" "value" (printf "file:///etc/tarn/jwks/%s" $values.identity.jwks.key)) }}
{{- else }}
{{ include "tarn.env" (dict "name" "TARN_IDENTITY_JWKSURI" "value" $values.identity.jwks.uri) }}
{{- end }}
{{- if .tokenSecret }}
{{ include "tarn.env" (dict "name" "TARN_IDENTITY_TOKENFILE" "value" "/etc/tarn/token/token") }}
{{- end }}
{{ include "tarn.env" (dict "name" "SPRING_DATASOURCE_URL" "value" $values.database.url) }}
{{ include "tarn.env" (dict "name" "SPRING_DATASOURCE_USERNAME" "value" (printf "tarn_%s" .schema)) }}
{{ include "tarn.secretEnv" (dict "name" "SPRING_DATASOURCE_PASSWORD" "secret" $values.database.existingSecret "key" (printf "%s-password" .schema)) }}
{{ include "tarn.env" (dict "name" "SPRING_KAFKA_BOOTSTRAPSERVERS" "value" $kafka.bootstrapServers) }}
{{ include "tarn.env" (dict "name" "SPRING_KAFKA_SECURITY_PROTOCOL" "value" $kafka.securityProtocol) }}
{{- if hasPrefix "SASL_" $kafka.securityProtocol }}
{{ include "tarn.env" (dict "name" "SPRING_KAFKA_PROPERTIES_SASL_MECHANISM" "value" $kafka.saslMechanism) }}
{{ include "tarn.secretEnv" (dict "name" "SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG" "secret" $kafka.existingSecret "key" (printf "%s-jaas" .principal)) }}
{{- end }}
{{- if $kafka.caSecret }}
{{ include "tarn.env" (dict "name" "SPRING_KAFKA_SSL_TRUSTSTORETYPE" "value" "PEM") }}
{{ include "tarn.env" (dict "name" "SPRING_KAFKA_SSL_TRUSTSTORELOCATION" "value" "file:/etc/tarn/kafka/ca.crt") }}
{{- end }}
{{- range .env }}
{{ include "tarn.env" . }}
{{- end }}
{{- range $property, $value := .values.settings }}
{{ include "tarn.env" (dict "name" (include "tarn.variable" $property) "value" $value) }}
{{- end }}
{{- end }}

{{/* The environment variable of a property. */}}
{{- define "tarn.variable" -}}
{{- . | replace "-" "" | replace "." "_" | upper }}
{{- end }}

{{/* How the host agent's Kafka clients connect; the login is in the environment, out of the secret. */}}
{{- define "tarn.agentKafka" -}}
{{- with .Values.kafka -}}
security.protocol={{ .securityProtocol }}
{{- if hasPrefix "SASL_" .securityProtocol }}
sasl.mechanism={{ .saslMechanism }}
sasl.jaas.config=${env:TARN_KAFKA_JAAS}
config.providers=env
config.providers.env.class=org.apache.kafka.common.config.provider.EnvVarConfigProvider
config.providers.env.param.allowlist.pattern=TARN_KAFKA_JAAS
{{- end }}
{{- if .caSecret }}
ssl.truststore.type=PEM
ssl.truststore.location=/etc/tarn/kafka/ca.crt
{{- end }}
{{- end }}
{{- end }}
