{{/* Refuses, with one sentence for each, what no schema can: values that need each other. */}}
{{- define "tarn.checks" -}}
{{- $v := .Values }}
{{- $services := or $v.scheduler.enabled $v.poolManager.enabled $v.telemetryCollector.enabled $v.modelTrainer.enabled }}
{{- $pond := and $v.scheduler.enabled (eq $v.scheduler.policy "pond") }}
{{- $wrong := list }}
{{- if $services }}
{{- if or (empty $v.identity.issuer) (empty $v.identity.audience) (and (empty $v.identity.jwks.uri) (empty $v.identity.jwks.existingSecret)) }}
{{- $wrong = append $wrong "authentication is not configured: services in pods answer the whole network and refuse to start without it; set identity.issuer, identity.audience and identity.jwks.uri (or identity.jwks.existingSecret)" }}
{{- end }}
{{- if and $v.identity.jwks.uri $v.identity.jwks.existingSecret }}
{{- $wrong = append $wrong "identity.jwks.uri and identity.jwks.existingSecret are both set; set one of them" }}
{{- end }}
{{- end }}
{{- if or $services $v.hostAgent.enabled }}
{{- if empty $v.kafka.bootstrapServers }}
{{- $wrong = append $wrong "kafka.bootstrapServers is not set; the chart brings no Kafka: set host:port of one that exists" }}
{{- end }}
{{- if and (hasPrefix "SASL_" $v.kafka.securityProtocol) (empty $v.kafka.existingSecret) }}
{{- $wrong = append $wrong (printf "kafka.existingSecret is not set; with kafka.securityProtocol=%s each service and the host agents sign in with their own keys of that secret" $v.kafka.securityProtocol) }}
{{- end }}
{{- if and $v.kafka.caSecret (not (has $v.kafka.securityProtocol (list "SSL" "SASL_SSL"))) }}
{{- $wrong = append $wrong (printf "kafka.caSecret is set, but kafka.securityProtocol=%s has no TLS; take SASL_SSL or SSL, or leave kafka.caSecret empty" $v.kafka.securityProtocol) }}
{{- end }}
{{- end }}
{{- if or $services $v.migration.enabled }}
{{- if empty $v.database.url }}
{{- $wrong = append $wrong "database.url is not set; the chart brings no PostgreSQL: set jdbc:postgresql://host:port/database of one that exists" }}
{{- end }}
{{- if empty $v.database.existingSecret }}
{{- $wrong = append $wrong "database.existingSecret is not set; it names the secret with one password for each service's role" }}
{{- end }}
{{- if regexMatch "(?i)[?&](user|password|sslpassword)=" $v.database.url }}
{{- $wrong = append $wrong "database.url names a login; users and passwords come from database.existingSecret and migration.adminSecret alone" }}
{{- end }}
{{- end }}
{{- if and $v.migration.enabled (empty $v.migration.adminSecret) }}
{{- $wrong = append $wrong "migration.adminSecret is not set; it names the secret with username and password of a login that may create schemas and roles (or set migration.enabled=false and migrate yourself before each upgrade)" }}
{{- end }}
{{- if and $v.scheduler.enabled (empty $v.scheduler.tokenSecret) }}
{{- $wrong = append $wrong "scheduler.tokenSecret is not set; pool manager and trainer answer the scheduler only with a token of scopes tarn.read and tarn.place" }}
{{- end }}
{{- if and (or $v.scheduler.enabled $v.hostAgent.enabled) (not $v.poolManager.enabled) (empty $v.poolManager.url) }}
{{- $wrong = append $wrong "poolManager.url is not set; with poolManager.enabled=false it says where scheduler and host agents find the pool manager" }}
{{- end }}
{{- if and $v.poolManager.enabled $v.poolManager.url }}
{{- $wrong = append $wrong "poolManager.url is set, but poolManager.enabled=true installs one; set one of them" }}
{{- end }}
{{- if and $pond (not $v.modelTrainer.enabled) (empty $v.modelTrainer.url) }}
{{- $wrong = append $wrong "modelTrainer.url is not set; with modelTrainer.enabled=false and scheduler.policy=pond it says where the scheduler fetches models" }}
{{- end }}
{{- if and $v.modelTrainer.enabled $v.modelTrainer.url }}
{{- $wrong = append $wrong "modelTrainer.url is set, but modelTrainer.enabled=true installs one; set one of them" }}
{{- end }}
{{- if and (or $v.modelTrainer.enabled $pond) (empty $v.models.existingSecret) }}
{{- $wrong = append $wrong (printf "models.existingSecret is not set; it names the secret with the keys signing-key.pem, which the trainer signs models with, and public-key.pem, by which the scheduler knows them under scheduler.policy=pond; make it with: openssl genpkey -algorithm ed25519 -out signing-key.pem && openssl pkey -in signing-key.pem -pubout -out public-key.pem && kubectl -n %s create secret generic tarn-model-keys --from-file=signing-key.pem --from-file=public-key.pem" .Release.Namespace) }}
{{- end }}
{{- if and $v.scheduler.enabled (not $pond) $v.scheduler.guests }}
{{- $wrong = append $wrong (printf "scheduler.guests is set, but only scheduler.policy=pond looks at it, and the policy is %s" $v.scheduler.policy) }}
{{- end }}
{{- if $v.hostAgent.enabled }}
{{- if and (empty $v.hostAgent.tokens.existingSecret) (empty $v.hostAgent.tokens.hostPath) }}
{{- $wrong = append $wrong "hostAgent.tokens is not set; the pool manager answers an agent only with its host's own token: set hostAgent.tokens.existingSecret or hostAgent.tokens.hostPath" }}
{{- end }}
{{- if and $v.hostAgent.tokens.existingSecret $v.hostAgent.tokens.hostPath }}
{{- $wrong = append $wrong "hostAgent.tokens.existingSecret and hostAgent.tokens.hostPath are both set; set one of them" }}
{{- end }}
{{- end }}
{{- range $component := list "scheduler" "poolManager" "telemetryCollector" "modelTrainer" }}
{{- range $property, $value := (index $v $component).settings }}
{{- $name := include "tarn.variable" $property }}
{{- if regexMatch "(PASSWORD|SECRET|JAAS|CREDENTIAL|PRIVATEKEY|APIKEY)" $name }}
{{- $wrong = append $wrong (printf "%s.settings has %s; what is secret comes from existing secrets alone" $component $property) }}
{{- end }}
{{- if regexMatch "^(SERVER_(ADDRESS|PORT)$|MANAGEMENT_SERVER_|MANAGEMENT_ENDPOINTS?_|TARN_IDENTITY_|TARN_POOLMANAGER_URL$|TARN_PLACEMENT_POLICY$|TARN_PREDICTION_(TRAINERURL|PUBLICKEYFILE|SCENARIO|GUESTS)|TARN_TRAINING_(ONCE|SIGNINGKEYFILE)$|SPRING_DATASOURCE_(URL|USERNAME)$|SPRING_KAFKA_(BOOTSTRAPSERVERS|SECURITY_PROTOCOL|SSL_TRUSTSTORE.*|PROPERTIES_(SASL|SECURITY)_.*)$)" $name }}
{{- $wrong = append $wrong (printf "%s.settings has %s, which the chart itself sets; use identity, database, kafka, models, bindAddress, poolManager.url, modelTrainer.url, scheduler.policy or scheduler.guests" $component $property) }}
{{- end }}
{{- end }}
{{- end }}
{{- if $wrong }}
{{- fail (printf "\n\nTarn cannot be installed with these values:\n- %s\n" (join "\n- " $wrong)) }}
{{- end }}
{{- end }}
