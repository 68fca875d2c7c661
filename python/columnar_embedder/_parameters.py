"""The parameters of ColumnarEmbedder. Written by python/generate_parameters.py: do not edit."""

from sklearn.base import BaseEstimator


class Parameters(BaseEstimator):
    """The constants of the method, by the names of the command's flags.

    Parameters
    ----------
    random_state : int, RandomState, Generator or None, default=1
        The command's seed: every random draw is keyed by it, same seed, same codes; None: another seed each time.
    n_jobs : int or None, default=None
        Threads; None is 1, -1 all cores. Codes do not depend on it.
    verbose : bool or int, default=False
        Show a progress bar.
    device : {"cpu", "cuda"}, default='cpu'
        What runs the stages of `fit`; cuda is an NVIDIA GPU, for builds that have CUDA. Codes differ a little
        between the two.
    layer : {"all", "l23", "l5a", "l6", "search", "roles"}, default='all'
        Part of the code that `transform` gives: the 28 bits, 8 of L2/3, 20 of L5a, 20 of L6, all 48, or the bits
        for roles.
    output : {"csr", "csr_bool", "dense", "indices", "packed", "table"}, default='csr'
        What `transform` gives: a SciPy CSR matrix of uint8 or of bool, a NumPy array of zeros and ones, of active
        bits, or of packed bits, or an SDRTable.
    directed : bool or None, default=None
        Edges lead from u to v only; None: they do not, with a warning if the graph has an edge in one direction
        only.
    weight : str or None, default='weight'
        The edge attribute or column that holds weights; None: every edge counts 1.
    largest_component : bool, default=False
        Leave out all other components.
    walks_per_node : int, default=10
        Walks started at each node (wpn).
    walk_length : int, default=20
        Nodes in a walk (L).
    window : int, default=5
        Steps within which two nodes of a walk form a pair (w).
    return_p : float, default=1.0
        Node2vec's p: larger turns back less.
    inout_q : float, default=1.0
        Node2vec's q: larger stays closer.
    columns : int, default=300
        Mini-columns (M).
    l5a_size : int, default=300
        Neurons of L5a.
    reorder_from : int, default=65536
        Graphs of so many nodes or more are worked on in an order that keeps neighbours together: faster, other
        codes, as good; more than it has = never.
    discount : float, default=5.0
        A pair that met C times keeps C / (C + discount) of its PPMI: rare meetings are weak evidence; 0 = all of
        it.
    minimum_count : int, default=2
        Pairs that met fewer times are left out; walks_per_node, where that is less.
    modulator_clip : float, default=2.0
        Upper bound of the BCM modulator (M_max).
    spectral_clip : float, default=0.0
        Upper bound of PPMI in the spectral stage; 0 = none.
    spectral : {"svd", "gha"}, default='svd'
        Who finds coordinates and regions: svd (and k-means) or gha (Sanger's rule and a self-organising map).
    rank : int, default=128
        Dimensions of the spectral space (k).
    spectrum_power : float, default=0.85
        Coordinates are U times the singular values to this power.
    smoothing : float, default=1.5
        How far a node's coordinates move towards the mean of its neighbours: that mean counts this much, its own 1.
    power_iterations : int, default=2
        Subspace iterations of the randomised SVD.
    oversampling : int, default=16
        Extra dimensions of the randomised SVD.
    regions : int, default=300
        Regions of the spectral space (R); a third of the nodes at most, unless minimum_region is 0.
    kmeans_iterations : int, default=10
        Lloyd steps of k-means, at most.
    minimum_region : int, default=8
        Regions of k-means with fewer nodes are moved into the largest on the way; 0 = never, and a region may be
        one node.
    gha_presentations : int, default=100000
        Rows shown to Sanger's rule, at least; always whole passes.
    gha_rate : float, default=0.5
        Learning rate of Sanger's rule at the start, over the mean energy of a row; it falls to 0.
    gha_block : int, default=32
        Rows or nodes that see the same weights of the rule or the map; 1 = strictly online.
    som_presentations : int, default=100000
        Nodes shown to the self-organising map, at least; always whole passes.
    som_rate : float, default=0.5
        Learning rate of the map at the start; it falls to 0.
    som_radius : float, default=0.2
        Radius of the map's neighbourhood at the end, in units.
    som_conscience : float, default=0.3
        Cosine that a unit of the map loses for winning twice as often as its share.
    attribute_share : float, default=0.5
        How much attributes count, where they are given: 0 = the graph alone, 0.5 = as much as they are measured to
        tell, 1 = attributes alone.
    attribute_rank : int, default=128
        Coordinates from the attributes of a node, and from those around it, at most.
    nrw_regions : int, default=150
        Regions a node belongs to (K_NRW).
    nrw_temperature : float, default=0.3
        Softness of node-region weights (tau_NRW).
    cra_temperature : float, default=0.1
        Softness of column-region affinity (tau_CRA).
    candidate_columns : int, default=40
        Columns kept for each node, the most eligible first.
    class_bits : int, default=400
        Neurons of the class code.
    class_active : int, default=20
        Active neurons of the class code.
    class_hops : int, default=3
        Hops over which neighbours' random bits are gathered.
    projection_bits : int, default=4
        Random bits a node sends to its neighbours (row of R).
    class_averaging : bool, default=True
        Average over neighbours and self instead of the printed sum A·R.
    identity_bits : int, default=400
        Neurons of the identity code.
    identity_active : int, default=20
        Active neurons of the identity code.
    cells_per_column : int, default=5
        Cells in a column (C_neurons).
    active_columns : int, default=8
        Winning columns a node (M_active).
    drive_scale : float, default=3.5
        Drive of a cell that does not care about the input.
    drive_exponent : float, default=0.5
        Column score = eligibility x mean drive to this power.
    identity_gain : float, default=0.5
        Weight of identity inputs in the drive; class inputs count 1.
    lateral_gain : float, default=0.1
        Strength of learned inhibition between columns.
    membrane_time : float, default=10.0
        Membrane time constant in steps.
    time_steps : int, default=20
        Steps of the forward pass (T).
    rate_time : float, default=10.0
        Time constant of the firing-rate proxy (tau_LP).
    initial_threshold : float, default=2.55
        Firing threshold at birth (V_th).
    minimum_threshold : float, default=0.6
        Lower bound of V_th.
    maximum_threshold : float, default=10.0
        Upper bound of V_th.
    initial_weight : float, default=0.05
        Mean weight at birth.
    bcm : bool, default=True
        PPMI-modulated BCM.
    bcm_rate : float, default=0.05
        Learning rate of BCM (eta_BCM).
    bcm_threshold_rate : float, default=0.01
        Rate of BCM's sliding threshold (theta_M).
    rate_is_trace : bool, default=True
        Firing rate as printed, exp(-(T-t)/tau); off: by latency, exp(-t/tau).
    anti_ce : bool, default=True
        Anti-CE diversification inside a column.
    anti_ce_rate : float, default=0.0002
        Learning rate of Anti-CE (eta_ACE).
    anti_ce_temperature : float, default=0.2
        Temperature of its softmax.
    lateral : bool, default=True
        Anti-Hebbian inhibition between columns.
    lateral_rate : float, default=0.005
        Learning rate of the inhibition.
    intrinsic : bool, default=True
        Intrinsic plasticity of the thresholds.
    intrinsic_rate : float, default=3.0
        Learning rate of the thresholds (eta_IP).
    intrinsic_interval : int, default=64
        Presentations over which the thresholds move by that rate.
    settling_rounds : int, default=40
        Rounds at the end, at most, in which cells that fire for no node become easier to fire.
    firing_average_rate : float, default=0.002
        Rate of the running firing average.
    outstar : bool, default=True
        Outstar readout; off: L5a follows the ranked columns alone.
    outstar_rate : float, default=0.01
        Learning rate of the readout (eta_OF).
    presentations : int, default=150000
        Pairs shown to the cortex, at most.
    presentations_per_node : int, default=8
        Pairs shown a node, at most.
    balanced : bool, default=True
        Show every node alike; off: as often as walks meet it, as printed.
    competing_columns : int, default=16
        Most eligible columns that compete for a node while learning, the winners at least; 0 = all its candidates.
    block : int, default=256
        Pairs that see the same weights; 1 = strictly online.
    outstar_presentations : int, default=12500
        Nodes shown to the readout, at least; always whole passes.
    l5a_active : int, default=20
        Active neurons of L5a (K_of).
    teacher_skips : int, default=0
        Best columns left out when the readout is taught; 8 = the runner-ups only, as printed.
    topographic_gain : float, default=1.0
        Drive of an L5a neuron by its own column's score.
    readout_gain : float, default=0.05
        Drive of an L5a neuron through the learned weights W_r.
    tie_break : float, default=0.1
        Strength of the identity where two codes are equal.
    tie_break_rounds : int, default=64
        How often a tie is drawn again, at most; 0 = never.
    l6_size : int, default=2048
        Neurons of L6; each node has one of them for its identity.
    l6_active : int, default=20
        Active neurons of L6; 0 = codes without it, as printed.
    l6_fan : int, default=16
        Neighbours of a neighbour that a node hears of, at most.
    roles : float, default=0.0
        Share of the code that says what part a node plays, not where it is; 0 = none.
    local_walks : int, default=200
        Short walks of a node that is new or whose edges changed.
    update_drift : float, default=0.15
        Share of a node's edges that must change before it is learned anew.
    update_presentations : int, default=3
        Times each such node is shown to the columns; 0 = the weights stay.
    """

    def __init__(
        self,
        *,
        random_state=1,
        n_jobs=None,
        verbose=False,
        device="cpu",
        layer="all",
        output="csr",
        directed=None,
        weight="weight",
        largest_component=False,
        walks_per_node=10,
        walk_length=20,
        window=5,
        return_p=1.0,
        inout_q=1.0,
        columns=300,
        l5a_size=300,
        reorder_from=65536,
        discount=5.0,
        minimum_count=2,
        modulator_clip=2.0,
        spectral_clip=0.0,
        spectral="svd",
        rank=128,
        spectrum_power=0.85,
        smoothing=1.5,
        power_iterations=2,
        oversampling=16,
        regions=300,
        kmeans_iterations=10,
        minimum_region=8,
        gha_presentations=100000,
        gha_rate=0.5,
        gha_block=32,
        som_presentations=100000,
        som_rate=0.5,
        som_radius=0.2,
        som_conscience=0.3,
        attribute_share=0.5,
        attribute_rank=128,
        nrw_regions=150,
        nrw_temperature=0.3,
        cra_temperature=0.1,
        candidate_columns=40,
        class_bits=400,
        class_active=20,
        class_hops=3,
        projection_bits=4,
        class_averaging=True,
        identity_bits=400,
        identity_active=20,
        cells_per_column=5,
        active_columns=8,
        drive_scale=3.5,
        drive_exponent=0.5,
        identity_gain=0.5,
        lateral_gain=0.1,
        membrane_time=10.0,
        time_steps=20,
        rate_time=10.0,
        initial_threshold=2.55,
        minimum_threshold=0.6,
        maximum_threshold=10.0,
        initial_weight=0.05,
        bcm=True,
        bcm_rate=0.05,
        bcm_threshold_rate=0.01,
        rate_is_trace=True,
        anti_ce=True,
        anti_ce_rate=0.0002,
        anti_ce_temperature=0.2,
        lateral=True,
        lateral_rate=0.005,
        intrinsic=True,
        intrinsic_rate=3.0,
        intrinsic_interval=64,
        settling_rounds=40,
        firing_average_rate=0.002,
        outstar=True,
        outstar_rate=0.01,
        presentations=150000,
        presentations_per_node=8,
        balanced=True,
        competing_columns=16,
        block=256,
        outstar_presentations=12500,
        l5a_active=20,
        teacher_skips=0,
        topographic_gain=1.0,
        readout_gain=0.05,
        tie_break=0.1,
        tie_break_rounds=64,
        l6_size=2048,
        l6_active=20,
        l6_fan=16,
        roles=0.0,
        local_walks=200,
        update_drift=0.15,
        update_presentations=3,
    ):
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.device = device
        self.layer = layer
        self.output = output
        self.directed = directed
        self.weight = weight
        self.largest_component = largest_component
        self.walks_per_node = walks_per_node
        self.walk_length = walk_length
        self.window = window
        self.return_p = return_p
        self.inout_q = inout_q
        self.columns = columns
        self.l5a_size = l5a_size
        self.reorder_from = reorder_from
        self.discount = discount
        self.minimum_count = minimum_count
        self.modulator_clip = modulator_clip
        self.spectral_clip = spectral_clip
        self.spectral = spectral
        self.rank = rank
        self.spectrum_power = spectrum_power
        self.smoothing = smoothing
        self.power_iterations = power_iterations
        self.oversampling = oversampling
        self.regions = regions
        self.kmeans_iterations = kmeans_iterations
        self.minimum_region = minimum_region
        self.gha_presentations = gha_presentations
        self.gha_rate = gha_rate
        self.gha_block = gha_block
        self.som_presentations = som_presentations
        self.som_rate = som_rate
        self.som_radius = som_radius
        self.som_conscience = som_conscience
        self.attribute_share = attribute_share
        self.attribute_rank = attribute_rank
        self.nrw_regions = nrw_regions
        self.nrw_temperature = nrw_temperature
        self.cra_temperature = cra_temperature
        self.candidate_columns = candidate_columns
        self.class_bits = class_bits
        self.class_active = class_active
        self.class_hops = class_hops
        self.projection_bits = projection_bits
        self.class_averaging = class_averaging
        self.identity_bits = identity_bits
        self.identity_active = identity_active
        self.cells_per_column = cells_per_column
        self.active_columns = active_columns
        self.drive_scale = drive_scale
        self.drive_exponent = drive_exponent
        self.identity_gain = identity_gain
        self.lateral_gain = lateral_gain
        self.membrane_time = membrane_time
        self.time_steps = time_steps
        self.rate_time = rate_time
        self.initial_threshold = initial_threshold
        self.minimum_threshold = minimum_threshold
        self.maximum_threshold = maximum_threshold
        self.initial_weight = initial_weight
        self.bcm = bcm
        self.bcm_rate = bcm_rate
        self.bcm_threshold_rate = bcm_threshold_rate
        self.rate_is_trace = rate_is_trace
        self.anti_ce = anti_ce
        self.anti_ce_rate = anti_ce_rate
        self.anti_ce_temperature = anti_ce_temperature
        self.lateral = lateral
        self.lateral_rate = lateral_rate
        self.intrinsic = intrinsic
        self.intrinsic_rate = intrinsic_rate
        self.intrinsic_interval = intrinsic_interval
        self.settling_rounds = settling_rounds
        self.firing_average_rate = firing_average_rate
        self.outstar = outstar
        self.outstar_rate = outstar_rate
        self.presentations = presentations
        self.presentations_per_node = presentations_per_node
        self.balanced = balanced
        self.competing_columns = competing_columns
        self.block = block
        self.outstar_presentations = outstar_presentations
        self.l5a_active = l5a_active
        self.teacher_skips = teacher_skips
        self.topographic_gain = topographic_gain
        self.readout_gain = readout_gain
        self.tie_break = tie_break
        self.tie_break_rounds = tie_break_rounds
        self.l6_size = l6_size
        self.l6_active = l6_active
        self.l6_fan = l6_fan
        self.roles = roles
        self.local_walks = local_walks
        self.update_drift = update_drift
        self.update_presentations = update_presentations
